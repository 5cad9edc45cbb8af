import type Database from 'better-sqlite3'
import type { SizeAt } from '../../../domain/platform/history-forecast.ts'

const HOUR = 3600
/** The time over which growth is measured, seconds. Older sizes are deleted. */
const MEASURED = 7 * 86_400

/** The size of the data in use, once an hour. */
export class SizeLog {
  readonly #insert
  readonly #prune
  readonly #first
  #last: number

  constructor(db: Database.Database) {
    this.#insert = db.prepare('INSERT OR REPLACE INTO sizes (at, bytes) VALUES (?, ?)')
    this.#prune = db.prepare('DELETE FROM sizes WHERE at < ?')
    this.#first = db.prepare<[], SizeAt>('SELECT at, bytes FROM sizes ORDER BY at LIMIT 1')
    this.#last = db.prepare<[], number | null>('SELECT max(at) FROM sizes').pluck().get() ?? 0
  }

  /** @param used counts the bytes, where an hour is over */
  note(now: number, used: () => number): void {
    if (Math.abs(now - this.#last) < HOUR) return
    this.#insert.run(now, used())
    this.#prune.run(now - MEASURED)
    this.#last = now
  }

  /** The oldest size that is known. */
  first(): SizeAt | undefined {
    return this.#first.get()
  }
}
