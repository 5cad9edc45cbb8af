/** Which screen of the console shows a record of each kind. */
const SCREENS: Readonly<Record<string, string>> = {
  account: 'live',
  code: 'codes',
  request: 'requests',
  application: 'applications',
}
const DEEP_LINK = /^pulsekey:\/\/([a-z]{1,20})\/([1-9][0-9]{0,14})\/?$/

export const SCHEME = 'pulsekey'

/**
 * The console's screen that `pulsekey://account/5` means. Any program and any web page can send one, so it names a kind and a
 * number and nothing else; it only ever opens a screen.
 *
 * @returns `#/live/5`; undefined for anything else
 */
export function screenOfLink(link: string): string | undefined {
  const [, kind = '', id = ''] = DEEP_LINK.exec(link) ?? []
  const screen = Object.hasOwn(SCREENS, kind) ? SCREENS[kind] : undefined
  return screen === undefined ? undefined : `#/${screen}/${id}`
}

/** The screen that a command line asks for. Windows and Linux hand links over as arguments. */
export function screenOfArguments(argv: readonly string[]): string | undefined {
  for (const argument of argv) {
    const screen = screenOfLink(argument)
    if (screen !== undefined) return screen
  }
  return undefined
}
