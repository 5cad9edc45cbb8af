import type { App, WebContents } from 'electron'

import { guarded } from '../faults/guarded.ts'

/** Whether a page may navigate its own window to this address. */
export function mayNavigate(url: string, consoleUrl: string | undefined): boolean {
  if (consoleUrl === undefined || !URL.canParse(url)) return false
  return new URL(url).origin === new URL(consoleUrl).origin
}

export interface Rules {
  /** Undefined while the server is down. */
  consoleUrl(): string | undefined
  /** Called when a page wants a new window for this address. */
  wantsWindow(url: string): void
}

/**
 * No page leaves the console, opens a window or embeds another page. This applies to every page that will
 * ever exist.
 */
export function confinePages(app: Pick<App, 'on'>, rules: Rules): void {
  app.on(
    'web-contents-created',
    guarded(
      'confine',
      (_event: unknown, contents: WebContents) => {
        confine(contents, rules)
      },
      // A page without its rules must not exist.
      (_event, contents) => {
        contents.close()
      },
    ),
  )
}

function confine(contents: WebContents, rules: Rules): void {
  const guard = guarded(
    'navigation',
    (event: { readonly url: string; preventDefault(): void }) => {
      if (!mayNavigate(event.url, rules.consoleUrl())) event.preventDefault()
    },
    (event) => {
      event.preventDefault()
    },
  )
  contents.on('will-navigate', guard)
  contents.on('will-frame-navigate', guard)
  contents.on('will-redirect', guard)
  contents.on(
    'will-attach-webview',
    guarded('webview', (event: { preventDefault(): void }) => {
      event.preventDefault()
    }),
  )
  contents.setWindowOpenHandler(({ url }) => {
    rules.wantsWindow(url)
    return { action: 'deny' }
  })
}
