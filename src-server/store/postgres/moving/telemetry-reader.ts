import type { MovedProgress } from '../../moving/move-end.ts'
import {
  addWaiting,
  isEmptyPage,
  newSteps,
  stepsOf,
  type LevelSteps,
  type TelemetryPage,
} from '../../moving/telemetry-page.ts'
import { AccountPage, PAGE_SIZE } from '../../telemetry/account-page.ts'
import type { Rows } from '../../telemetry/columns/columns.ts'
import { DAY_WIDTH } from '../../telemetry/account-page.ts'
import { PLACED_DAY_WIDTH, withDays } from '../../telemetry/day-rows.ts'
import { Steps } from '../../telemetry/step-rows.ts'
import { localOf, readDay, readState } from '../telemetry/account-state.ts'
import { PACKED, stepsIn, stepsOfAccounts } from '../telemetry/packed-steps.ts'
import { boundaryOf, readProgress, type Progress } from '../telemetry/progress.ts'
import { daysOfRow } from '../telemetry/stored-days.ts'
import type { Connection, TelemetryPool } from '../telemetry/telemetry-pool.ts'

const ALL_SPANS = { from: 0, before: 2 ** 31 - 1 }
const TIERS = { 1: PACKED[1].tier, 2: PACKED[2].tier }
const WITHIN = 'device_id >= $1 AND device_id < $2'

interface Span {
  readonly from: number
  readonly before: number
}

/** Reads the figures of accounts page by page, from all places. */
export class TelemetryReader {
  readonly #pool: TelemetryPool

  constructor(pool: TelemetryPool) {
    this.#pool = pool
  }

  async progress(): Promise<MovedProgress> {
    const { levels } = await this.#pool.use(readProgress)
    const of = (level: 1 | 2) => {
      const known = levels[level]
      return known && { span: known.span, account: known.account }
    }
    return { 1: of(1), 2: of(2) }
  }

  pageCount(): Promise<number> {
    return this.#pool.use(async (connection) => {
      const [found] = await connection.all<{ pages: number }>(
        `SELECT (coalesce(max(id), -1) + 1)::float8 AS pages FROM (
           SELECT max(device_id) / ${PAGE_SIZE} AS id FROM latest UNION ALL SELECT max(page) FROM day_pages) ends`,
      )
      return found?.pages ?? 0
    })
  }

  async *pages(): AsyncGenerator<TelemetryPage> {
    const count = await this.pageCount()
    for (let number = 0; number < count; number++) {
      const page = await this.#pool.snapshot((connection) => readPage(connection, number))
      if (!isEmptyPage(page)) yield page
    }
  }
}

async function readPage(connection: Connection, number: number): Promise<TelemetryPage> {
  const span = { from: number * PAGE_SIZE, before: (number + 1) * PAGE_SIZE }
  const page = new AccountPage(number)
  const states = await connection.all<{ id: number; state: Buffer }>(
    `SELECT device_id AS id, state FROM latest WHERE ${WITHIN}`,
    [span.from, span.before],
  )
  for (const { id, state } of states) readState(page, localOf(id), state)
  return { page, steps: await readSteps(connection, span), days: await readDays(connection, number, span) }
}

async function readSteps(connection: Connection, span: Span): Promise<LevelSteps> {
  const progress = await readProgress(connection)
  const levels = newSteps()
  for (const level of [0, 1, 2] as const)
    for (const [account, steps] of await stepsOfAccounts(connection, level, ALL_SPANS, span))
      stepsOf(levels, level, account).addAll(steps.rows)
  for (const [account, minutes] of await readFresh(connection, progress, span))
    addWaiting(levels, account, minutes, (level) => boundaryOf(progress, level, account), TIERS)
  return levels
}

/** The minutes of accounts that are not packed. Those of the other half are, up to an account. */
async function readFresh(
  connection: Connection,
  { turn }: Progress,
  { from, before }: Span,
): Promise<Map<number, Steps>> {
  const rows = await connection.all<{ id: number; half: number; step: Buffer }>(
    `SELECT device_id AS id, half, step FROM fresh_steps WHERE ${WITHIN} ORDER BY fresh_steps.id`,
    [from, before],
  )
  const found = new Map<number, Steps>()
  for (const { id, half, step } of rows) {
    const isPacked = half !== turn.half && (!turn.isPacking || id < turn.account)
    if (isPacked) continue
    const known = found.get(id) ?? new Steps()
    found.set(id, known)
    known.add(stepsIn(step).numbers, 0)
  }
  return found
}

/** The ended days of a page. Of several rows of a day, the newest one counts. */
async function readDays(connection: Connection, number: number, span: Span): Promise<Map<number, Rows>> {
  const days = new Map<number, Rows>()
  const packed = await connection.all<{ day: number; days: Buffer }>(
    'SELECT day, days FROM day_pages WHERE page = $1 ORDER BY day',
    [number],
  )
  for (const row of packed) days.set(row.day, daysOfRow(row))
  const fresh = await connection.all<{ id: number; day: number; figures: Buffer }>(
    `SELECT device_id AS id, day, figures FROM fresh_days WHERE ${WITHIN} ORDER BY fresh_days.id`,
    [span.from, span.before],
  )
  for (const { id, day, figures } of fresh) {
    const numbers = new Float64Array(PLACED_DAY_WIDTH)
    numbers.set(readDay(figures))
    numbers[DAY_WIDTH] = localOf(id)
    const { numbers: merged, width, count } = withDays(days.get(day), numbers, [0], true)
    days.set(day, { numbers: merged.slice(0, count * width), width, count })
  }
  return days
}
