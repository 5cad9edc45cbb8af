import type Database from 'better-sqlite3'

/**
 * One read transaction for all looks of a turn of the event loop. SQLite would begin and end one for each statement, which
 * costs more than most looks: 16 codes found after a commit took 16 us each, and take 8.5 (docs/performance.md).
 * Only this thread writes, and it ends the snapshot with each commit: so a look sees what it would see by itself.
 */
export class SharedSnapshot {
  readonly #begin
  readonly #end
  #isOpen = false

  constructor(reader: Database.Database) {
    this.#begin = reader.prepare('BEGIN')
    this.#end = reader.prepare('COMMIT')
  }

  /** Until the turn ends, or `close`: a snapshot that stayed open would hold up checkpoints. */
  open(): void {
    if (this.#isOpen) return
    this.#begin.run()
    this.#isOpen = true
    setImmediate(() => {
      this.close()
    })
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#end.run()
  }
}
