import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import type { WriteUnit } from '../../store/store.ts'
import { TOGETHER } from '../../store/slices-of.ts'

/** Writes a code as an edit leaves it. Its revision is the one that was read. */
export type WriteCode = (edited: Code) => Promise<void>

/** Writes the codes of an edit in its unit of work, many together where nothing that follows needs them. */
export class CodeWrites {
  readonly #unit: WriteUnit
  readonly #edit: CodeEdit
  #waiting: Code[] = []

  constructor(unit: WriteUnit, edit: CodeEdit) {
    this.#unit = unit
    this.#edit = edit
  }

  /** @param isAlone no other code, record or seat depends on it */
  async add(edited: Code, isAlone: boolean): Promise<void> {
    // A code that gets several seats is read again with them.
    if (!isAlone || this.#edit.kind === 'seats') return this.#write([edited])
    this.#waiting.push(edited)
    if (this.#waiting.length === TOGETHER) await this.end()
  }

  /** Writes those that wait. */
  async end(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length > 0) await this.#write(waiting)
  }

  async #write(codes: readonly Code[]): Promise<void> {
    const { codes: stored } = this.#unit
    const done = this.#edit.kind === 'purge' ? await stored.purge(codes) : await stored.edit(codes)
    // The unit holds the codes, so no other write comes between.
    if (done.length < codes.length) throw new Error('a code changed meanwhile')
  }
}
