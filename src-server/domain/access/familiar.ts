interface Place {
  readonly ip: string
  readonly userAgent: string
}

/** For how long somebody's addresses and browsers are remembered, seconds. */
export const FAMILIAR_SECONDS = 90 * 86_400

/** Whether both the address and the browser were signed in from before. Another version of a browser is the same browser. */
export function isFamiliar(seen: readonly Place[], { ip, userAgent }: Place): boolean {
  const browser = browserOf(userAgent)
  return seen.some((place) => place.ip === ip) && seen.some((place) => browserOf(place.userAgent) === browser)
}

function browserOf(userAgent: string): string {
  return userAgent.replaceAll(/\d[\d._]*/g, '')
}
