import { PERMANENT_VIP } from '../../../../src-server/contract/limits.ts'
import {
  NO_COLUMN,
  SAME_FOR_ALL,
  SeveralMembers,
  WrongCell,
  type ImportColumn,
  type Mapping,
} from '../import-column.ts'
import type { FileRow } from './file-rows.ts'
import {
  momentOfDate,
  orderOf,
  readDate,
  type DateSense,
  type DayOrder,
  type WrittenDate,
} from './read-date.ts'
import { findShortened } from './shortened-codes.ts'

/** The meaning of the cells of a file. */
export interface RowSense extends DateSense {
  readonly mapping: Mapping
  /** The same text for all lines, by member, where the file has no column. */
  readonly fills: Readonly<Record<string, string>>
  readonly is1904: boolean
}

/** A row as it goes to the server. */
export interface PreparedRow {
  readonly line: number
  readonly values: Readonly<Record<string, unknown>>
  /** The reason why the file's reader refuses the row: `member: reason`, as the server says it. */
  readonly problem?: string
}

/** Milliseconds that the page may stand still. */
const TURN_MS = 40
/** Codes that people copy have blanks and invisible characters around them. */
const AROUND = /^[\p{White_Space}\p{Cf}]+|[\p{White_Space}\p{Cf}]+$/gu

/** The text of a member in a row. */
export function textOf(
  { cells }: Pick<FileRow, 'cells'>,
  { key, isCode }: ImportColumn,
  { mapping, fills }: Pick<RowSense, 'mapping' | 'fills'>,
): string {
  const place = mapping[key] ?? NO_COLUMN
  const text = (place === SAME_FOR_ALL ? fills[key] : cells[place]) ?? ''
  return isCode === true ? text.replace(AROUND, '') : text.trim()
}

/** The order of day and month in the dates of a file, and the first of its dates that fits both orders. */
export function orderOfFile(
  rows: readonly FileRow[],
  columns: readonly ImportColumn[],
  sense: Omit<RowSense, keyof DateSense>,
): { readonly order: DayOrder | 'none' | 'open'; readonly example: string } {
  const dated = columns.filter(({ date }) => date !== undefined)
  let example = ''
  const dates = function* (): Generator<WrittenDate> {
    for (const row of rows)
      for (const column of dated) {
        const text = textOf(row, column, sense)
        if (text === '') continue
        const date = readDate(text, sense.is1904)
        if (example === '' && date.kind === 'open' && date.first <= 12 && date.second <= 12) example = text
        yield date
      }
  }
  return { order: orderOf(dates()), example }
}

/** Turns the rows of a file into the server's values, with pauses in which the page is drawn. */
export async function prepareRows(
  rows: readonly FileRow[],
  columns: readonly ImportColumn[],
  sense: RowSense,
  signal: AbortSignal,
): Promise<PreparedRow[]> {
  const prepare = preparer(columns, sense)
  const prepared: PreparedRow[] = []
  let since = performance.now()
  for (const row of rows) {
    prepared.push(prepare(row))
    if (performance.now() - since < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    since = performance.now()
  }
  return withFileProblems(prepared, columns, (row, column) => textOf(row, column, sense), rows)
}

function preparer(columns: readonly ImportColumn[], sense: RowSense): (row: FileRow) => PreparedRow {
  // Dates repeat in a file, and a time zone is slow.
  const known = new Map<string, number | null | string>()
  const momentOf = (text: string, lasts: boolean) => {
    const key = `${String(lasts)} ${text}`
    const found = known.get(key)
    if (found !== undefined) return found
    const at = momentOfDate(readDate(text, sense.is1904), sense, lasts)
    known.set(key, at)
    return at
  }
  const valueOf = (column: ImportColumn, text: string, row: Readonly<Record<string, unknown>>): unknown => {
    const { date, read } = column
    if (date === undefined) return read === undefined ? text : read(text, row)
    const at = momentOf(text, date.lasts)
    if (typeof at === 'string') return new WrongCell(at)
    return at === PERMANENT_VIP && date.forever === null ? null : (at ?? date.none)
  }
  return (row) => {
    const values: Record<string, unknown> = {}
    let problem: string | undefined
    for (const column of columns) {
      const text = textOf(row, column, sense)
      if (text === '') continue
      const value = valueOf(column, text, values)
      if (value instanceof WrongCell) problem ??= `${column.key}: ${value.reason}`
      else if (value instanceof SeveralMembers) Object.assign(values, value.members)
      else if (value !== undefined) values[column.key] = value
    }
    const sent = Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith('#')))
    return { line: row.line, values: sent, ...(problem !== undefined && { problem }) }
  }
}

/** Adds the problems that show only beside the other rows of the file. */
function withFileProblems(
  prepared: readonly PreparedRow[],
  columns: readonly ImportColumn[],
  textIn: (row: FileRow, column: ImportColumn) => string,
  rows: readonly FileRow[],
): PreparedRow[] {
  const problems = new Map<number, string>()
  for (const column of columns) {
    if (column.isCode !== true) continue
    for (const [at, reason] of findShortened(rows.map((row) => textIn(row, column))))
      problems.set(at, `${column.key}: ${reason}`)
  }
  for (const column of columns) {
    if (column.once === undefined) continue
    const first = new Map<string, number>()
    for (const [at, { line, values, problem }] of prepared.entries()) {
      const value = values[column.key]
      if (typeof value !== 'string' || problem !== undefined || problems.has(at)) continue
      const key = column.once(value)
      const before = first.get(key)
      if (before === undefined) first.set(key, line)
      else problems.set(at, `${column.key}: twice in this file, first in line ${before}`)
    }
  }
  return prepared.map((row, at) => {
    const problem = row.problem ?? problems.get(at)
    return problem === undefined ? row : { ...row, problem }
  })
}
