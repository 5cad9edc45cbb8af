/** `unsupported`: this browser has no notifications, or not on this address (they need https). */
type NoticeState = 'granted' | 'denied' | 'default' | 'unsupported'

/** A message of the system, which a person sees whatever window is in front. */
export interface SystemNotice {
  /** A later notice with the same tag takes its place. */
  readonly tag: string
  readonly title: string
  readonly body: string
  /** The notice takes the place of an earlier one without a sign. */
  readonly isUpdate: boolean
  /** The screen that a click opens, such as `#/risk`. */
  readonly screen: string
}

/** The notices of this environment. */
export interface Notices {
  state(): NoticeState
  /** Asks the person, after a click. @returns the answer */
  ask(): Promise<NoticeState>
  show(notice: SystemNotice): void
}

export const browserNotices: Notices = {
  state: () => (canNotify() ? Notification.permission : 'unsupported'),
  ask: async () => (canNotify() ? Notification.requestPermission() : 'unsupported'),
  show({ tag, title, body, isUpdate, screen }) {
    if (!canNotify() || Notification.permission !== 'granted') return
    try {
      const notification = new Notification(title, { tag, body, silent: isUpdate })
      notification.onclick = () => {
        window.focus()
        location.hash = screen
        notification.close()
      }
    } catch {
      // Browsers of phones allow notices to service workers alone.
    }
  },
}

/** A browser on an address that isn't safe has the name, and refuses everything. */
function canNotify(): boolean {
  return 'Notification' in window && window.isSecureContext
}
