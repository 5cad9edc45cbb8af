import type Database from 'better-sqlite3'
import { ByteReader, ByteWriter } from '../../../telemetry/columns/byte-writer.ts'
import { readColumns, writeColumns, type Rows } from '../../../telemetry/columns/columns.ts'
import { unseen } from '../../unseen.ts'

interface Stored {
  readonly key: number
  readonly bytes: Buffer
}

/** The rows of numbers that a table has under a key. */
interface Keyed {
  readonly key: number
  readonly rows: Rows
}

/** A table with rows of numbers under each key, in columns. Keys are in the order of time, so old ones go from one end. */
export class ColumnTable {
  readonly #writer = new ByteWriter()
  readonly #width: number
  readonly #get
  readonly #put
  readonly #range
  readonly #first
  readonly #last
  readonly #drop

  /** @param column the column with the rows, `width` numbers each */
  constructor(db: Database.Database, table: string, column: string, width: number) {
    this.#width = width
    const within = `FROM ${table} WHERE key >= ? AND key < ?`
    this.#get = db.prepare<[number], Buffer>(`SELECT ${column} FROM ${table} WHERE key = ?`).pluck()
    this.#put = db.prepare(`INSERT OR REPLACE INTO ${table} (key, ${column}) VALUES (?, ?)`)
    this.#range = db.prepare<[number, number, number], Stored>(
      `SELECT key, ${column} AS bytes ${within} ORDER BY key LIMIT ${unseen('?')}`,
    )
    this.#first = db.prepare<[number, number], number | null>(`SELECT min(key) ${within}`).pluck()
    this.#last = db.prepare<[number, number], number | null>(`SELECT max(key) ${within}`).pluck()
    this.#drop = db.prepare(
      `DELETE FROM ${table} WHERE key IN (SELECT key ${within} ORDER BY key LIMIT ${unseen('?')})`,
    )
  }

  get(key: number): Rows | undefined {
    const bytes = this.#get.get(key)
    return bytes === undefined ? undefined : this.#read(bytes)
  }

  /** Replaces the rows of a key. */
  put(key: number, rows: Rows): void {
    writeColumns(this.#writer, rows)
    this.#put.run(key, this.#writer.take())
  }

  /** The first `most` keys of a range. `before` is not part of it. The same below. */
  range(from: number, before: number, most: number): Keyed[] {
    return this.#range.all(from, before, most).map(({ key, bytes }) => ({ key, rows: this.#read(bytes) }))
  }

  first(from: number, before: number): number | undefined {
    return this.#first.get(from, before) ?? undefined
  }

  last(from: number, before: number): number | undefined {
    return this.#last.get(from, before) ?? undefined
  }

  /** Deletes the first `most` keys of a range. @returns whether all are gone */
  drop(from: number, before: number, most: number): boolean {
    return this.#drop.run(from, before, most).changes < most
  }

  #read(bytes: Buffer): Rows {
    return readColumns(new ByteReader(bytes), this.#width)
  }
}
