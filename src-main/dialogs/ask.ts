import type { BrowserWindow, dialog, MessageBoxOptions } from 'electron'

import type { Boxes } from './message-boxes.ts'

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

export async function ask(boxes: Boxes, question: Question): Promise<boolean> {
  return (await boxes.showMessageBox(boxOf(question))).response === YES
}

/** Blocks everything until the answer. @param window the one that the question is about */
export function askAtOnce(
  electron: Pick<typeof dialog, 'showMessageBoxSync'>,
  window: BrowserWindow,
  question: Question,
): boolean {
  return electron.showMessageBoxSync(window, { title: 'Pulsekey', ...boxOf(question) }) === YES
}
