import type { dialog } from 'electron'

import { ask, askAtOnce } from './ask.ts'
import type { DialogTexts } from './dialog.texts.ts'

type Asked = Pick<typeof dialog, 'showMessageBox'>

/** @param accounts whose programs would lose their server */
export function askToQuit(electron: Asked, texts: DialogTexts, accounts: number): Promise<boolean> {
  const { quitTitle, quitDetail: detail, quit: yes, stay: no } = texts
  return ask(electron, { type: 'warning', message: quitTitle(accounts), detail, yes, no })
}

/** Going away from this machine's own server ends its service. @param name of the other one */
export function askToSwitch(electron: Asked, texts: DialogTexts, name: string): Promise<boolean> {
  const { switchTitle, switchDetail: detail, switchConfirm: yes, cancel: no } = texts
  return ask(electron, { type: 'warning', message: switchTitle(name), detail, yes, no })
}

/** A page holds its window back because of what isn't saved; it waits for the answer. */
export function askToLeave(electron: Pick<typeof dialog, 'showMessageBoxSync'>, texts: DialogTexts): boolean {
  const { unsavedTitle: message, unsavedDetail: detail, leave: yes, keepEditing: no } = texts
  return askAtOnce(electron, { type: 'warning', message, detail, yes, no })
}
