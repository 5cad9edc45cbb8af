import type Database from 'better-sqlite3'
import { LOCAL_OF_STEP, type AccountPage } from '../../telemetry/account-page.ts'
import { ByteReader, ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { readColumns, writeColumns, type Rows } from '../../telemetry/columns/columns.ts'
import { spanOf } from './step-chunks.ts'
import { RowList, STEP_WIDTH } from '../../telemetry/step-rows.ts'

/** A step with the place of its account within the page. */
const WIDTH = STEP_WIDTH + 1

/** Stored minutes of pages, in the order in which they ended. They become the accounts' chunks after their span. */
export class FreshSteps {
  readonly #writer = new ByteWriter()
  readonly #insert
  readonly #ofPage
  readonly #ofSpan
  readonly #next
  readonly #remove

  constructor(db: Database.Database) {
    this.#insert = db.prepare('INSERT INTO fresh_steps (span, page, steps) VALUES (?, ?, ?)')
    this.#ofPage = db
      .prepare<[number], Buffer>('SELECT steps FROM fresh_steps WHERE page = ? ORDER BY id')
      .pluck()
    this.#ofSpan = db
      .prepare<[number, number], Buffer>(
        'SELECT steps FROM fresh_steps WHERE page = ? AND span = ? ORDER BY id',
      )
      .pluck()
    this.#next = db.prepare<[number], { page: number; span: number }>(
      'SELECT span, page FROM fresh_steps WHERE span < ? ORDER BY span, page LIMIT 1',
    )
    this.#remove = db.prepare('DELETE FROM fresh_steps WHERE page = ? AND span = ?')
  }

  /** Stores the minutes of a page that ended, each span's by themselves. */
  write({ number, endedMinutes }: AccountPage): void {
    const bySpan = new Map<number, RowList>()
    const { numbers, count } = endedMinutes
    for (let at = 0; at < count * WIDTH; at += WIDTH) {
      const span = spanOf(0, numbers[at] ?? NaN)
      const rows = bySpan.get(span) ?? new RowList(WIDTH, count)
      bySpan.set(span, rows)
      rows.add(numbers, at)
    }
    for (const [span, rows] of bySpan) {
      writeColumns(this.#writer, rows)
      this.#insert.run(span, number, this.#writer.take())
    }
  }

  /** The stored minutes of a page. Each row is a step and the place of its account. */
  *ofPage(page: number): Generator<Rows> {
    for (const steps of this.#ofPage.all(page)) yield readColumns(new ByteReader(steps), WIDTH)
  }

  *ofSpan(page: number, span: number): Generator<Rows> {
    for (const steps of this.#ofSpan.all(page, span)) yield readColumns(new ByteReader(steps), WIDTH)
  }

  /** The first page with minutes of a span before this one. */
  next(before: number): { readonly page: number; readonly span: number } | undefined {
    return this.#next.get(before)
  }

  remove(page: number, span: number): void {
    this.#remove.run(page, span)
  }
}

/** Calls back for each row of an account. */
export function eachOf(rows: Rows, local: number, use: (numbers: Float64Array, at: number) => void): void {
  const { numbers, count } = rows
  for (let at = 0; at < count * WIDTH; at += WIDTH)
    if (numbers[at + LOCAL_OF_STEP] === local) use(numbers, at)
}
