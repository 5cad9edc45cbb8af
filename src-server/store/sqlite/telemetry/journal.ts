import type Database from 'better-sqlite3'
import { PULSE_WIDTH, type PackedPulses } from '../../pulse-batch.ts'
import { ByteReader, ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { readColumns, writeColumns } from '../../telemetry/columns/columns.ts'
import { readTexts, writeTexts } from './text-list.ts'

/** The pulses of a moment, as they came. */
interface JournalEntry {
  readonly seq: number
  /** Minutes the server's wall clock was ahead of UTC. */
  readonly utcOffset: number
  readonly pulses: PackedPulses
}

interface Row {
  readonly seq: number
  readonly utcOffset: number
  readonly pulses: Buffer
}

/** The pulses since the pages of their accounts were stored, in the order of their arrival. A start plays them again. */
export class Journal {
  readonly #writer = new ByteWriter()
  readonly #insert
  readonly #trim
  readonly #read
  #seq: number
  /** The number before which entries are deleted. */
  #first = 0

  constructor(db: Database.Database) {
    this.#insert = db.prepare('INSERT INTO journal (seq, utc_offset, pulses) VALUES (?, ?, ?)')
    this.#trim = db.prepare('DELETE FROM journal WHERE seq < ?')
    this.#read = db.prepare<[number], Row>(
      'SELECT seq, utc_offset AS utcOffset, pulses FROM journal WHERE seq > ? ORDER BY seq LIMIT 1',
    )
    const last = db
      .prepare<[], number | null>(
        'SELECT max(seq) FROM (SELECT max(seq) AS seq FROM journal UNION ALL SELECT max(seq) FROM account_pages)',
      )
      .pluck()
    this.#seq = last.get() ?? 0
  }

  /** The number of the newest entry. */
  get seq(): number {
    return this.#seq
  }

  /** In the caller's transaction. Call `written` after its commit. */
  write({ count, numbers, texts }: PackedPulses, utcOffset: number): void {
    writeTexts(this.#writer, texts)
    writeColumns(this.#writer, { numbers, width: PULSE_WIDTH, count })
    this.#insert.run(this.#seq + 1, utcOffset, this.#writer.take())
  }

  written(): void {
    this.#seq++
  }

  *entries(): Generator<JournalEntry> {
    let after = 0
    for (let row = this.#read.get(after); row !== undefined; row = this.#read.get(after)) {
      const from = new ByteReader(row.pulses)
      const texts = readTexts(from)
      const { numbers, count } = readColumns(from, PULSE_WIDTH)
      yield { seq: row.seq, utcOffset: row.utcOffset, pulses: { count, numbers, texts, programs: [] } }
      after = row.seq
    }
  }

  /** Deletes the entries before a number. */
  trim(seq: number): void {
    if (seq <= this.#first) return
    this.#trim.run(seq)
    this.#first = seq
  }
}
