const formats = new Map<string, Intl.DateTimeFormat>()

/** The minutes by which the zone's clock is ahead of UTC at a moment. @param zone an IANA name @param at Unix seconds */
export function zoneOffset(zone: string, at: number): number {
  const shown = formatOf(zone)
    .formatToParts(at * 1000)
    .find(({ type }) => type === 'timeZoneName')?.value
  // `GMT`, `GMT+8`, `GMT-3:30`
  const [, sign, hours, minutes] = /^GMT([-+])(\d{1,2})(?::(\d\d))?/.exec(shown ?? '') ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0))
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
  formats.set(zone, made)
  return made
}
