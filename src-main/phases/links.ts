import { app } from 'electron'

import { SCHEME, screenOfArguments, screenOfLink } from '../links/deep-link.ts'

export interface HeardLinks {
  /** The screen that this start was asked for; undefined for none. */
  readonly first: string | undefined
  /** From now on each goes there. A second start without one only shows the window. */
  follow(show: (screen?: string) => void): void
}

/** Takes up `pulsekey:` links: macOS hands them over before anything is ready, the others start the program a second time. */
export function hearLinks(): HeardLinks {
  let first = screenOfArguments(process.argv)
  let show: ((screen?: string) => void) | undefined
  // Run from its sources the program is Electron itself, which must not be what links open from then on.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const screen = screenOfLink(url)
    if (screen === undefined) return
    if (show === undefined) first = screen
    else show(screen)
  })
  app.on('second-instance', (_event, argv) => {
    show?.(screenOfArguments(argv))
  })
  return {
    get first() {
      return first
    },
    follow: (given) => {
      show = given
    },
  }
}
