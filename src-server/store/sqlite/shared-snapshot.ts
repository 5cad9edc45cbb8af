import type Database from 'better-sqlite3'

/**
 * One read transaction for all reads of a turn of the event loop. Otherwise SQLite would begin and end one
 * for each statement, which costs more than most reads: a look-up of 16 codes after a commit took 16 µs for
 * each code, and takes 8.5 µs with the snapshot (docs/performance.md). Only this thread writes, and it ends
 * the snapshot at each commit, or when the commit is flushed. So a read always sees the committed data.
 */
export class SharedSnapshot {
  readonly #reader
  readonly #begin
  readonly #end
  readonly #failed: (error: unknown) => void
  readonly #look
  #isOpen = false
  #isHeld = false

  /** @param failed called with an error of the snapshot's end: no caller waits for that */
  constructor(reader: Database.Database, failed: (error: unknown) => void) {
    this.#reader = reader
    this.#begin = reader.prepare('BEGIN')
    this.#end = reader.prepare('COMMIT')
    this.#look = reader.prepare('SELECT 1 FROM sqlite_schema LIMIT 1')
    this.#failed = failed
  }

  /** Opens the snapshot until the end of the turn or `close`. A longer one would hold up checkpoints. */
  open(): void {
    if (this.#isOpen) return
    if (!this.#reader.inTransaction) this.#begin.run()
    this.#isOpen = true
    // eslint-disable-next-line local/guarded-callbacks -- `close` never throws
    setImmediate(() => {
      this.close()
    })
  }

  /**
   * Keeps the present data for all reads until `release`. Never throws: when the disk does not even give the present
   * data, the next reads fail too.
   */
  hold(): void {
    try {
      this.open()
      // BEGIN alone takes no snapshot.
      this.#look.get()
      this.#isHeld = true
    } catch (error) {
      this.#failed(error)
    }
  }

  release(): void {
    this.#isHeld = false
    this.close()
  }

  /** Never throws. After a read error SQLite has ended the transaction itself, or ends it with an error. */
  close(): void {
    if (!this.#isOpen || this.#isHeld) return
    this.#isOpen = false
    try {
      if (this.#reader.inTransaction) this.#end.run()
    } catch (error) {
      this.#failed(error)
      this.#takeBack()
    }
  }

  #takeBack(): void {
    try {
      if (this.#reader.inTransaction) this.#reader.exec('ROLLBACK')
    } catch (error) {
      this.#failed(error)
    }
  }
}
