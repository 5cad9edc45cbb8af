import type { dialog, MessageBoxOptions } from 'electron'

import type { DialogTexts } from './dialog.texts.ts'

const YES = 0
const NO = 1

type Asked = Pick<typeof dialog, 'showMessageBox'>

function question(message: string, detail: string, yes: string, no: string): MessageBoxOptions {
  // What Enter and Escape give is what changes nothing.
  return { type: 'warning', message, detail, buttons: [yes, no], defaultId: NO, cancelId: NO, noLink: true }
}

/** @param accounts whose programs would lose their server */
export async function askToQuit(electron: Asked, texts: DialogTexts, accounts: number): Promise<boolean> {
  const asked = question(texts.quitTitle(accounts), texts.quitDetail, texts.quit, texts.stay)
  return (await electron.showMessageBox(asked)).response === YES
}

/** Going away from this machine's own server ends its service. @param name of the other one */
export async function askToSwitch(electron: Asked, texts: DialogTexts, name: string): Promise<boolean> {
  const asked = question(texts.switchTitle(name), texts.switchDetail, texts.switchConfirm, texts.cancel)
  return (await electron.showMessageBox(asked)).response === YES
}

/** A page holds its window back because of what isn't saved; it waits for the answer. */
export function askToLeave(electron: Pick<typeof dialog, 'showMessageBoxSync'>, texts: DialogTexts): boolean {
  const asked = question(texts.unsavedTitle, texts.unsavedDetail, texts.leave, texts.keepEditing)
  return electron.showMessageBoxSync(asked) === YES
}
