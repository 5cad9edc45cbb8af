import type Database from 'better-sqlite3'
import { close, fdatasync, open } from 'node:fs'
import { promisify } from 'node:util'

const openFile = promisify(open)
const flushFile = promisify(fdatasync)
const closeFile = promisify(close)

/** The pages in the log from which it is emptied into the database: 4 MB, as SQLite does by itself. */
const MOST_PAGES = 1000

interface Checkpoint {
  readonly busy: number
  /** The pages in the log, and those of them that the database has too. */
  readonly log: number
  readonly checkpointed: number
}

/**
 * The write-ahead log of a database. SQLite itself would flush it at each commit on the event loop, where a slow disk
 * holds up everything. Here a thread of Node's pool flushes it, and the units of the commit wait for the thread.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #size
  readonly #empty
  readonly #emptyWhole
  #descriptor: number | undefined

  constructor(db: Database.Database) {
    this.#file = `${db.name}-wal`
    db.pragma('wal_autocheckpoint = 0')
    this.#size = db.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(NOOP)')
    this.#empty = db.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(PASSIVE)')
    this.#emptyWhole = db.prepare<[], Checkpoint>('PRAGMA wal_checkpoint(FULL)')
  }

  /** Resolves when all commits so far survive a power cut. @throws errors of the disk */
  async flush(): Promise<void> {
    // The file is there since the first commit, and SQLite keeps it while the database is open.
    this.#descriptor ??= await openFile(this.#file, 'r+')
    await flushFile(this.#descriptor)
  }

  /**
   * Writes all commits into the database and flushes that. After a failed flush the system may take the bytes of the
   * log for written, so another flush would prove nothing.
   * @throws errors of the disk
   */
  rescue(): void {
    const done = this.#emptyWhole.get()
    if (done === undefined || done.busy !== 0 || done.checkpointed < done.log)
      throw new Error('the log of the database could not be emptied')
  }

  /** Whether it is time to empty the log. A long one makes reads and the next start slower. */
  isLong(): boolean {
    return (this.#size.get()?.log ?? 0) >= MOST_PAGES
  }

  /** Writes the log's pages into the database, as far as no reader needs their former state. */
  empty(): void {
    this.#empty.get()
  }

  async close(): Promise<void> {
    if (this.#descriptor !== undefined) await closeFile(this.#descriptor)
    this.#descriptor = undefined
  }
}
