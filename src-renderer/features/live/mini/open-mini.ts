import { host } from '../../../host/host.ts'

const NAME = 'pulsekey-mini'
const SIZE = { width: 360, height: 420 }

/** The desktop keeps it above all windows. A browser has a window of its own for it. */
export function openMini(): void {
  if (host.openBoard === undefined) {
    window.open('#/mini', NAME, `popup,width=${SIZE.width},height=${SIZE.height}`)?.focus()
    return
  }
  // An older desktop does not know the call, and nothing depends on it.
  host.openBoard().catch(() => undefined)
}

/** Shows a screen in the window that the small board was opened from, or in a new one. */
export function showScreen(screen: string): void {
  if (host.showScreen !== undefined) {
    host.showScreen(screen).catch(() => undefined)
    return
  }
  const opener: unknown = window.opener
  if (opener instanceof Object && 'location' in opener && window.opener instanceof Window) {
    window.opener.location.hash = screen
    window.opener.focus()
    return
  }
  window.open(screen, '_blank')
}
