import { BrowserWindow, dialog } from 'electron'

import { MessageBoxes } from '../dialogs/message-boxes.ts'

/** A box belongs to the window that has the focus, else to the last visible one. */
function visibleWindow(): Electron.BrowserWindow | undefined {
  const focused = BrowserWindow.getFocusedWindow()
  if (focused?.isVisible() === true) return focused
  return BrowserWindow.getAllWindows().findLast((window) => window.isVisible())
}

export function openBoxes(): MessageBoxes {
  return new MessageBoxes({ electron: dialog, parent: visibleWindow })
}
