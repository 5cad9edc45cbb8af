import type { shell } from 'electron'

import type { Boxes } from '../dialogs/message-boxes.ts'
import type { Language } from '../language.ts'

const TEXTS = {
  en: { message: 'Open this address in your browser?', open: 'Open', cancel: 'Cancel' },
  zh: { message: '在浏览器中打开此网址？', open: '打开', cancel: '取消' },
} satisfies Record<Language, object>

const OPEN = 0
const CANCEL = 1

/** The address as the system would open it, if it may leave the application. */
export function findExternal(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, username, password, href } = new URL(url)
  // A user name before the host makes an address look like another's.
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

export interface LinkParts {
  readonly dialog: Boxes
  readonly shell: Pick<typeof shell, 'openExternal'>
}

/** The number of questions that wait for an answer. A page can't flood the user with more. */
const MOST_WAITING = 3

/** Opens links in the user's browser, each after their consent. */
export class ExternalLinks {
  readonly #parts: LinkParts
  readonly #language: () => Language
  readonly #asking = new Set<string>()

  constructor(parts: LinkParts, language: () => Language) {
    this.#parts = parts
    this.#language = language
  }

  /** @returns whether the link was opened */
  async open(url: string): Promise<boolean> {
    const external = findExternal(url)
    if (external === undefined || this.#asking.has(external) || this.#asking.size >= MOST_WAITING)
      return false
    this.#asking.add(external)
    try {
      if (!(await this.#agrees(external))) return false
      await this.#parts.shell.openExternal(external)
      return true
    } finally {
      this.#asking.delete(external)
    }
  }

  async #agrees(url: string): Promise<boolean> {
    const texts = TEXTS[this.#language()]
    const { response } = await this.#parts.dialog.showMessageBox({
      type: 'question',
      message: texts.message,
      detail: url,
      buttons: [texts.open, texts.cancel],
      defaultId: CANCEL,
      cancelId: CANCEL,
    })
    return response === OPEN
  }
}
