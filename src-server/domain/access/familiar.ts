interface Place {
  readonly ip: string
  readonly userAgent: string
}

/** How long an operator's addresses and browsers are remembered, seconds. */
export const FAMILIAR_SECONDS = 90 * 86_400

/**
 * Whether the operator has signed in from this address and with this browser before. Another version of a
 * browser counts as the same browser.
 */
export function isFamiliar(seen: readonly Place[], { ip, userAgent }: Place): boolean {
  const browser = browserOf(userAgent)
  return seen.some((place) => place.ip === ip) && seen.some((place) => browserOf(place.userAgent) === browser)
}

function browserOf(userAgent: string): string {
  return userAgent.replaceAll(/\d[\d._]*/g, '')
}
