/** The console screen that shows a record of each kind. */
const SCREENS: Readonly<Record<string, string>> = {
  account: 'live',
  code: 'codes',
  request: 'requests',
  application: 'applications',
}
const DEEP_LINK = /^pulsekey:\/\/([a-z]{1,20})\/([1-9][0-9]{0,14})\/?$/

export const SCHEME = 'pulsekey'

/**
 * The console screen for `pulsekey://account/5`. Any program and any web page can send such a link. So it
 * holds only a kind and a number, and only ever opens a screen.
 * @returns `#/live/5`, or undefined for any other text
 */
export function screenOfLink(link: string): string | undefined {
  const [, kind = '', id = ''] = DEEP_LINK.exec(link) ?? []
  const screen = Object.hasOwn(SCREENS, kind) ? SCREENS[kind] : undefined
  return screen === undefined ? undefined : `#/${screen}/${id}`
}

/** The screen that a command line asks for, because Windows and Linux pass links as arguments. */
export function screenOfArguments(argv: readonly string[]): string | undefined {
  for (const argument of argv) {
    const screen = screenOfLink(argument)
    if (screen !== undefined) return screen
  }
  return undefined
}
