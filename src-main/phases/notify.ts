import { BrowserWindow, dialog, Notification } from 'electron'

import { MessageBoxes } from '../dialogs/message-boxes.ts'
import { guarded } from '../faults/guarded.ts'

/**
 * Holds notifications until they are clicked or closed. The garbage collector would otherwise remove one, and
 * its click would be lost.
 */
const told = new Set<Notification>()

/** Shows a system notification, where the system supports them. */
export function notify(
  { title, body }: { readonly title: string; readonly body: string },
  clicked: () => void,
): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  told.add(notification)
  notification.once(
    'click',
    guarded('notification', () => {
      told.delete(notification)
      clicked()
    }),
  )
  notification.once(
    'close',
    guarded('notification', () => {
      told.delete(notification)
    }),
  )
  notification.show()
}

/** A box belongs to the window that has the focus, else to the last visible one. */
function visibleWindow(): Electron.BrowserWindow | undefined {
  const focused = BrowserWindow.getFocusedWindow()
  if (focused?.isVisible() === true) return focused
  return BrowserWindow.getAllWindows().findLast((window) => window.isVisible())
}

export function openBoxes(): MessageBoxes {
  return new MessageBoxes({ electron: dialog, parent: visibleWindow })
}
