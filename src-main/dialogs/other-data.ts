import type { ServerReady } from '../server-process/messages.ts'
import type { Question } from './ask.ts'
import type { DialogTexts } from './dialog.texts.ts'

export interface OtherDataParts {
  /** In the language of the moment. */
  readonly texts: () => DialogTexts
  readonly ask: (question: Question) => Promise<boolean>
  /** Whether the user decided to leave this folder alone. */
  readonly isLeft: (folder: string) => boolean
  readonly leave: (folder: string) => void
  /** Restarts the server with the data of this folder. */
  readonly take: (folder: string) => Promise<void>
}

/** The question about data in another folder. One at a time, and once for each folder. */
export class OtherDataQuestion {
  readonly #parts: OtherDataParts
  #isAsking = false

  constructor(parts: OtherDataParts) {
    this.#parts = parts
  }

  /** @param data the folder that the server uses */
  async look(data: string, others: ServerReady['otherData']): Promise<void> {
    const { ask, isLeft, leave, take } = this.#parts
    const texts = this.#parts.texts()
    const other = others.find(({ folder }) => !isLeft(folder))
    if (other === undefined || this.#isAsking) return
    this.#isAsking = true
    try {
      const takes = await ask({
        type: 'warning',
        message: texts.otherDataTitle,
        detail: texts.otherDataDetail(data, other.folder, new Date(other.changedAt)),
        yes: texts.otherDataTake,
        no: texts.otherDataLeave,
      })
      if (takes) await take(other.folder)
      else leave(other.folder)
    } finally {
      this.#isAsking = false
    }
  }
}
