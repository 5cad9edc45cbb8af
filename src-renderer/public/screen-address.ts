export const SCREENS = [
  'home',
  'code',
  'account',
  'recharge',
  'unbind',
  'rebind',
  'request',
  'messenger',
  'kit',
  'report',
] as const
export type ScreenName = (typeof SCREENS)[number]

export interface Route {
  readonly screen: ScreenName
  /** The number of the followed request, or the token of a link to a kit or a report; empty for none. */
  readonly number: string
}

/** `#/request/ABCD-EFGH-JKLM` → its parts. An unknown address is the start. */
export function parseRoute(hash: string): Route {
  const [name, rest = ''] = hash.replace(/^#?\/?/, '').split('/')
  const screen = SCREENS.find((known) => known === name) ?? 'home'
  if (screen === 'kit' || screen === 'report') return { screen, number: rest.replace(/[^\w-]/g, '') }
  return { screen, number: screen === 'request' ? rest.toUpperCase().replace(/[^0-9A-Z]/g, '') : '' }
}

export function addressOf(screen: ScreenName, number = ''): string {
  if (screen === 'home') return '#/'
  return number === '' ? `#/${screen}` : `#/${screen}/${number}`
}
