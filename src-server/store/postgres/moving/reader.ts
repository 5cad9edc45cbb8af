import type pg from 'pg'
import { CHAIN_START, breakAtEnd, followChain } from '../../../domain/audit/verify.ts'
import type { AuditRow } from '../../../domain/audit/entry.ts'
import { AUDIT_HEAD, readAuditHead } from '../../audit-head.ts'
import type { Lines, MoveReader, Part, Soundness } from '../../moving/move-end.ts'
import { RowText, type MovedTable } from '../../moving/row-text.ts'
import { WRONG_BALANCES } from '../../moving/wrong-balances.ts'
import type { DataKey } from '../../sealing.ts'
import { columnsFor } from '../columns.ts'
import { audit, dataKeys } from '../schema/index.ts'
import { SEQUENCES } from './bulk-load.ts'
import { copyOut } from './copy-lines.ts'
import type { DatabaseConnections } from './database-end.ts'
import { MARK_KEY } from './mark.ts'
import { columnList, movedTables, placeOfTable } from './moved-tables.ts'
import { TelemetryReader } from './telemetry-reader.ts'

/** Rows of the audit log in one read. */
const SLICE = 2000

/** Reads the data of a database for a move. */
export function createReader(connections: DatabaseConnections): MoveReader {
  const { main, telemetry, pool } = connections
  const figures = new TelemetryReader(pool)
  return {
    tables: (part) => movedTables(part),
    rows: (part, table) => rowsOf(part === 'main' ? main : telemetry, part, table),
    changed: new Map(),
    lastNumbers: () => lastNumbers(main),
    pages: () => figures.pages(),
    pageCount: () => figures.pageCount(),
    progress: () => figures.progress(),
    soundness: () => soundness(main),
    dataKey: async () => {
      const { rows } = await main.query<DataKey>(`SELECT ${columnsFor<DataKey>(dataKeys).all} FROM data_keys`)
      return rows[0]
    },
  }
}

async function* rowsOf(client: pg.Client, part: Part, table: MovedTable): AsyncGenerator<Lines> {
  const text = new RowText(table)
  const order = table.key.map((name) => `"${name}"`).join(', ')
  const where = part === 'main' && table.name === 'meta' ? `WHERE key <> '${MARK_KEY}'` : ''
  const query = `SELECT ${columnList(table)} FROM ${placeOfTable(part, table)} ${where} ORDER BY ${order}`
  for await (const lines of copyOut(client, `COPY (${query}) TO STDOUT`))
    yield lines.map((line) => text.asWritten(line))
}

async function lastNumbers(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ table: string; sequence: string }>(SEQUENCES)
  const numbers = new Map<string, number>()
  for (const { table, sequence } of rows) {
    const { rows: found } = await client.query<{ last: number }>(
      `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${sequence}`,
    )
    numbers.set(table, found[0]?.last ?? 0)
  }
  return numbers
}

async function soundness(client: pg.Client): Promise<Soundness> {
  const columns = columnsFor<AuditRow>(audit).all
  const { rows: wrong } = await client.query<{ wrong: number }>(WRONG_BALANCES)
  const wrongBalances = wrong[0]?.wrong ?? 0
  let place = CHAIN_START
  for (;;) {
    const { rows } = await client.query<AuditRow>(
      `SELECT ${columns} FROM audit WHERE id > $1 ORDER BY id LIMIT ${SLICE}`,
      [place.id],
    )
    const followed = followChain(place, rows)
    place = followed.place
    if (followed.broken !== undefined)
      return { auditRows: place.rows, auditBreak: followed.broken, wrongBalances }
    if (rows.length === SLICE) continue
    const { rows: head } = await client.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [
      AUDIT_HEAD,
    ])
    return {
      auditRows: place.rows,
      auditBreak: breakAtEnd(place, readAuditHead(head[0]?.value)),
      wrongBalances,
    }
  }
}
