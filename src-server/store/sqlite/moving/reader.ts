import { setImmediate as turn } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { Lines, MoveReader, Part } from '../../moving/move-end.ts'
import { RowText, type Cell, type MovedTable } from '../../moving/row-text.ts'
import { WRONG_BALANCES } from '../../moving/wrong-balances.ts'
import { followAudit } from '../inspect.ts'
import { readDataKey } from '../sealing/data-key.ts'
import { columnOf, movedTables, numberOf } from './moved-tables.ts'
import { TelemetryReader } from './telemetry-reader.ts'

/** Rows that are handed on together, and the length of their text from which on they are. */
const MOST_ROWS = 1000
const MOST_LENGTH = 1 << 20

interface Files {
  readonly main: Database.Database
  readonly telemetry: Database.Database
}

/** Reads the data of a folder for a move. */
export function createReader({ main, telemetry }: Files): MoveReader {
  const changed = new Map<string, number>()
  const figures = new TelemetryReader(telemetry)
  return {
    changed,
    tables: (part) => movedTables(part),
    rows: (part, table) => rowsOf(part === 'main' ? main : telemetry, part, table, changed),
    lastNumbers: () => Promise.resolve(lastNumbers(main)),
    pages: () => figures.pages(),
    pageCount: () => Promise.resolve(figures.pageCount()),
    progress: () => Promise.resolve(figures.progress()),
    soundness: async () => {
      const { rows, broken } = await followAudit(main.name)
      const wrong = main.prepare<[], number>(WRONG_BALANCES).pluck().get() ?? 0
      return { auditRows: rows, auditBreak: broken, wrongBalances: wrong }
    },
    dataKey: () => Promise.resolve(readDataKey(main)),
  }
}

async function* rowsOf(
  db: Database.Database,
  part: Part,
  table: MovedTable,
  changed: Map<string, number>,
): AsyncGenerator<Lines> {
  const text = new RowText(table)
  const columns = table.columns.map(({ name }) => columnOf(table, name)).join(', ')
  const order = table.key.map((name) => columnOf(table, name)).join(', ')
  const rows = db
    .prepare<[], Cell[]>(`SELECT ${columns} FROM "${table.name}" ORDER BY ${order}`)
    .raw()
    .iterate()
  let lines: string[] = []
  let length = 0
  for (const row of rows) {
    const line = text.write(row)
    lines.push(line)
    length += line.length
    if (lines.length < MOST_ROWS && length < MOST_LENGTH) continue
    yield lines
    lines = []
    length = 0
    // Reading never waits by itself: the other side gets its turn.
    await turn()
  }
  if (text.changed > 0) changed.set(`${part}.${table.name}`, text.changed)
  yield lines
}

function lastNumbers(db: Database.Database): Map<string, number> {
  const given = db.prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck()
  const numbers = new Map<string, number>()
  for (const table of movedTables('main')) {
    const column = numberOf(table)
    if (column === undefined) continue
    const last = db.prepare<[], number | null>(`SELECT max(${column}) FROM "${table.name}"`).pluck().get()
    numbers.set(table.name, Math.max(last ?? 0, given.get(table.name) ?? 0))
  }
  return numbers
}
