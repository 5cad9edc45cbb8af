import type Database from 'better-sqlite3'

/**
 * One read transaction for all reads of a turn of the event loop. Otherwise SQLite would begin and end one
 * for each statement, which costs more than most reads: a look-up of 16 codes after a commit took 16 µs for
 * each code, and takes 8.5 µs with the snapshot (docs/performance.md). Only this thread writes, and it ends
 * the snapshot at each commit. So a read always sees the committed data.
 */
export class SharedSnapshot {
  readonly #begin
  readonly #end
  #isOpen = false

  constructor(reader: Database.Database) {
    this.#begin = reader.prepare('BEGIN')
    this.#end = reader.prepare('COMMIT')
  }

  /** Opens the snapshot until the end of the turn or `close`. A longer one would hold up checkpoints. */
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
