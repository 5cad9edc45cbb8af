import { app } from 'electron'

import { guarded } from '../faults/guarded.ts'
import { SCHEME, screenOfArguments, screenOfLink } from '../links/deep-link.ts'

export interface ReceivedLinks {
  /** The screen in the link of this start. Undefined for none. */
  readonly first: string | undefined
  /** From now on, opens each link with `show`. A second start without a link only shows the window. */
  follow(show: (screen?: string) => void): void
}

/**
 * Receives `pulsekey:` links. macOS passes them before anything is ready, and other systems start the program
 * a second time.
 */
export function receiveLinks(): ReceivedLinks {
  let first = screenOfArguments(process.argv)
  let show: ((screen?: string) => void) | undefined
  // Run from its sources, the program is Electron itself, which must not become the system's handler of these
  // links.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on(
    'open-url',
    guarded('link', (event: { preventDefault(): void }, url: string) => {
      event.preventDefault()
      const screen = screenOfLink(url)
      if (screen === undefined) return
      if (show === undefined) first = screen
      else show(screen)
    }),
  )
  app.on(
    'second-instance',
    guarded('second start', (_event: unknown, argv: string[]) => {
      show?.(screenOfArguments(argv))
    }),
  )
  return {
    get first() {
      return first
    },
    follow: (given) => {
      show = given
    },
  }
}
