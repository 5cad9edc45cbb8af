import type { dialog } from 'electron'

import { ask, askAtOnce } from './ask.ts'
import type { DialogTexts } from './dialog.texts.ts'

type Asked = Pick<typeof dialog, 'showMessageBox'>

/** @param accounts the number of accounts whose programs would lose their server */
export function askToQuit(electron: Asked, texts: DialogTexts, accounts: number): Promise<boolean> {
  const { quitTitle, quitDetail: detail, quit: yes, stay: no } = texts
  return ask(electron, { type: 'warning', message: quitTitle(accounts), detail, yes, no })
}

/**
 * Asks before the switch to a remote server, which stops this machine's own.
 * @param name of the other server
 */
export function askToSwitch(electron: Asked, texts: DialogTexts, name: string): Promise<boolean> {
  const { switchTitle, switchDetail: detail, switchConfirm: yes, cancel: no } = texts
  return ask(electron, { type: 'warning', message: switchTitle(name), detail, yes, no })
}

/** Asks when a page keeps its window open because of unsaved changes. The page waits for the answer. */
export function askToLeave(electron: Pick<typeof dialog, 'showMessageBoxSync'>, texts: DialogTexts): boolean {
  const { unsavedTitle: message, unsavedDetail: detail, leave: yes, keepEditing: no } = texts
  return askAtOnce(electron, { type: 'warning', message, detail, yes, no })
}
