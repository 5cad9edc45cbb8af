import type { dialog, MessageBoxOptions } from 'electron'

const YES = 0
const NO = 1

export interface Question {
  readonly type: 'question' | 'warning'
  readonly message: string
  readonly detail: string
  readonly yes: string
  readonly no: string
}

function boxOf({ type, message, detail, yes, no }: Question): MessageBoxOptions {
  // Enter and Escape choose the answer that changes nothing.
  return { type, message, detail, buttons: [yes, no], defaultId: NO, cancelId: NO, noLink: true }
}

export async function ask(
  electron: Pick<typeof dialog, 'showMessageBox'>,
  question: Question,
): Promise<boolean> {
  return (await electron.showMessageBox(boxOf(question))).response === YES
}

/** Blocks everything until the answer. */
export function askAtOnce(electron: Pick<typeof dialog, 'showMessageBoxSync'>, question: Question): boolean {
  return electron.showMessageBoxSync(boxOf(question)) === YES
}
