import { ByteReader, ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { readColumns, writeColumns, type Rows } from '../../telemetry/columns/columns.ts'
import { STEP_WIDTH, Steps } from '../../telemetry/step-rows.ts'
import { PackedRows } from './packed-rows.ts'
import { listOf, type Connection } from './telemetry-pool.ts'

/**
 * The packed steps: a table for each length of steps, the seconds of history in a row, and the rows in a partition. Each
 * length divides the next one.
 */
export const PACKED = [
  { table: 'minutes', tier: 60, span: 3600, spans: 24 },
  { table: 'ten_minutes', tier: 600, span: 86_400, spans: 1 },
  { table: 'hours', tier: 3600, span: 16 * 86_400, spans: 1 },
] as const

/** A place in `PACKED`. */
export type Level = 0 | 1 | 2

/** Spans are stored as four bytes. */
const MOST_SPAN = 2 ** 31 - 1

export function spanOf(level: Level, at: number): number {
  return Math.max(0, Math.min(MOST_SPAN, Math.floor(at / PACKED[level].span)))
}

/** Steps of an account in a span. */
export interface SpanSteps {
  readonly deviceId: number
  readonly span: number
  readonly steps: Steps
}

interface Row {
  readonly deviceId: number
  readonly span: number
  readonly steps: Buffer
}

const COLUMNS = 'device_id AS "deviceId", span, steps'

/** Adds an account's steps from one time on and before another one. */
export async function readSteps(
  connection: Connection,
  level: Level,
  deviceId: number,
  to: Steps,
  [from, before]: readonly [from: number, before: number],
): Promise<void> {
  if (before <= from) return
  const rows = await connection.all<Row>(
    `SELECT ${COLUMNS} FROM ${PACKED[level].table} WHERE device_id = $1 AND span BETWEEN $2 AND $3 ORDER BY span`,
    [deviceId, spanOf(level, from), spanOf(level, before - 1)],
  )
  for (const row of rows) to.addAll(stepsIn(row.steps), from, before)
}

/** The first account from one on that has steps in some spans. */
export async function nextAccount(
  connection: Connection,
  level: Level,
  spans: { readonly from: number; readonly before: number },
  account: number,
): Promise<number | undefined> {
  const [found] = await connection.all<{ deviceId: number }>(
    `SELECT device_id AS "deviceId" FROM ${PACKED[level].table}
     WHERE span >= $1 AND span < $2 AND device_id >= $3 ORDER BY device_id LIMIT 1`,
    [spans.from, spans.before, account],
  )
  return found?.deviceId
}

/** The steps of accounts in some spans, by account. */
export async function stepsOfAccounts(
  connection: Connection,
  level: Level,
  spans: { readonly from: number; readonly before: number },
  accounts: { readonly from: number; readonly before: number },
): Promise<Map<number, Steps>> {
  const rows = await connection.all<Row>(
    `SELECT ${COLUMNS} FROM ${PACKED[level].table}
     WHERE span >= $1 AND span < $2 AND device_id >= $3 AND device_id < $4 ORDER BY device_id, span`,
    [spans.from, spans.before, accounts.from, accounts.before],
  )
  const found = new Map<number, Steps>()
  for (const row of rows) {
    const known = found.get(row.deviceId) ?? new Steps()
    found.set(row.deviceId, known)
    known.addAll(stepsIn(row.steps))
  }
  return found
}

/** Adds later steps to those that are stored. */
export async function addSteps(
  connection: Connection,
  level: Level,
  added: readonly { readonly deviceId: number; readonly steps: Steps }[],
): Promise<void> {
  const parts = added.flatMap(({ deviceId, steps }) => bySpan(level, deviceId, steps))
  if (parts.length === 0) return
  const known = await connection.all<Row>(
    `SELECT ${COLUMNS} FROM ${PACKED[level].table}
     JOIN unnest($1::int[], $2::int[]) AS w(device_id, span) USING (device_id, span)`,
    [listOf(parts.map(({ deviceId }) => deviceId)), listOf(parts.map(({ span }) => span))],
  )
  const byKey = new Map(known.map((row) => [`${row.deviceId} ${row.span}`, row]))
  const merged = parts.map(({ deviceId, span, steps }) => {
    const before = byKey.get(`${deviceId} ${span}`)
    if (before === undefined) return { deviceId, span, steps }
    const all = new Steps()
    all.addAll(stepsIn(before.steps))
    all.addAll(steps.rows)
    return { deviceId, span, steps: all }
  })
  await putSteps(connection, level, merged)
}

/** Replaces the steps of accounts in their spans. */
export async function putSteps(
  connection: Connection,
  level: Level,
  all: readonly SpanSteps[],
): Promise<void> {
  if (all.length === 0) return
  const { table, spans } = PACKED[level]
  for (const part of new Set(all.map(({ span }) => Math.floor(span / spans))))
    await makePartition(connection, level, part)
  const packed = new PackedRows(new ByteWriter())
  for (const { steps } of all)
    packed.add((to) => {
      writeColumns(to, steps.rows)
    })
  await connection.run(
    `INSERT INTO ${table} (device_id, span, steps)
     SELECT i.device_id, i.span, substring($1::bytea FROM i.start FOR i.size)
     FROM unnest($2::int[], $3::int[], $4::int[], $5::int[]) AS i(start, size, device_id, span)
     ON CONFLICT (device_id, span) DO UPDATE SET steps = excluded.steps`,
    [...packed.take(), listOf(all.map(({ deviceId }) => deviceId)), listOf(all.map(({ span }) => span))],
  )
}

/** The numbers of a level's partitions, in the order of time. */
export async function partitionsOf(connection: Connection, level: Level): Promise<number[]> {
  const { table } = PACKED[level]
  const rows = await connection.all<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'telemetry.${table}'::regclass`,
  )
  return rows.map(({ name }) => Number(name.slice(table.length + 1))).sort((a, b) => a - b)
}

/** Drops a partition with all its steps. */
export function dropPartition(connection: Connection, level: Level, part: number): Promise<void> {
  return connection.batch(`DROP TABLE IF EXISTS ${nameOf(level, part)}`)
}

async function makePartition(connection: Connection, level: Level, part: number): Promise<void> {
  const { table, spans } = PACKED[level]
  const [known] = await connection.all<{ isThere: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
    [nameOf(level, part)],
  )
  if (known?.isThere === true) return
  await connection.batch(
    `CREATE TABLE ${nameOf(level, part)} PARTITION OF ${table}
     FOR VALUES FROM (${part * spans}) TO (${(part + 1) * spans})`,
  )
}

function nameOf(level: Level, part: number): string {
  return `telemetry.${PACKED[level].table}_${part}`
}

/** The steps of a row, packed or fresh. */
export function stepsIn(bytes: Buffer): Rows {
  return readColumns(new ByteReader(bytes), STEP_WIDTH)
}

function bySpan(level: Level, deviceId: number, { rows: { numbers, count } }: Steps): SpanSteps[] {
  const parts = new Map<number, Steps>()
  for (let at = 0; at < count * STEP_WIDTH; at += STEP_WIDTH) {
    const span = spanOf(level, numbers[at] ?? NaN)
    const steps = parts.get(span) ?? new Steps()
    parts.set(span, steps)
    steps.add(numbers, at)
  }
  return Array.from(parts, ([span, steps]) => ({ deviceId, span, steps }))
}
