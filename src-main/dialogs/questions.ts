import type { BrowserWindow, dialog } from 'electron'

import { ask, askAtOnce } from './ask.ts'
import type { DialogTexts } from './dialog.texts.ts'
import type { Boxes } from './message-boxes.ts'

/** @param accounts the number of accounts whose programs would lose their server */
export function askToQuit(boxes: Boxes, texts: DialogTexts, accounts: number): Promise<boolean> {
  const { quitTitle, quitDetail: detail, quit: yes, stay: no } = texts
  return ask(boxes, { type: 'warning', message: quitTitle(accounts), detail, yes, no })
}

/** Asks whether a page that doesn't answer is loaded again. */
export function askToLoadAgain(boxes: Boxes, texts: DialogTexts): Promise<boolean> {
  const { hangingTitle: message, hangingDetail: detail, loadAgain: yes, wait: no } = texts
  return ask(boxes, { type: 'warning', message, detail, yes, no })
}

/** Asks when a page keeps its window open because of unsaved changes. The page waits for the answer. */
export function askToLeave(
  electron: Pick<typeof dialog, 'showMessageBoxSync'>,
  window: BrowserWindow,
  texts: DialogTexts,
): boolean {
  const { unsavedTitle: message, unsavedDetail: detail, leave: yes, keepEditing: no } = texts
  return askAtOnce(electron, window, { type: 'warning', message, detail, yes, no })
}
