const DAY = 86_400

/**
 * The newest planned moment, in seconds on the server's clock.
 * @param time `hh:mm` on that clock
 * @param local now, in seconds on that clock
 */
export function lastPlanned(time: string, local: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = local - (local % DAY) + hours * 3600 + minutes * 60
  return today <= local ? today : today - DAY
}
