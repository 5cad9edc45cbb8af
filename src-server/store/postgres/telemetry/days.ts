import type { DayStep, FleetDay, PeriodColumns } from '../../telemetry-store.ts'
import { LOCAL_OF_DAY, PAGE_SIZE, pageOf } from '../../telemetry/account-page.ts'
import { dayOf, dayStepsOf, PLACED_DAY_WIDTH } from '../../telemetry/day-rows.ts'
import { FleetDaySums, PeriodSums } from '../../telemetry/day-sums.ts'
import { DAY_BYTES, DAY_START, localOf, readDay } from './account-state.ts'
import { daysOfRow, keyOfDay, type FreshDay } from './stored-days.ts'
import type { Connection, TelemetryPool } from './telemetry-pool.ts'

const DAY = 86_400
/** The rows of one statement. Other questions get their turn in between. */
const ACCOUNTS_TOGETHER = 5000
const PAGES_TOGETHER = 64
const MOST_DAY = 2 ** 31 - 1

type Use = (deviceId: number, numbers: Float64Array, at: number) => void

/** The running day of the account's last pulse. */
const RUNNING = `device_id AS "deviceId", substring(state FROM ${DAY_START} FOR ${DAY_BYTES}) AS figures`

interface RunningDay {
  readonly deviceId: number
  readonly figures: Buffer
}

/** Days of accounts. Numbers of days count from 1970 by the wall clock, both ends included. */
export class Days {
  readonly #pool: TelemetryPool

  constructor(pool: TelemetryPool) {
    this.#pool = pool
  }

  async of(deviceId: number, from: number, to: number): Promise<DayStep[]> {
    return dayStepsOf(
      await this.#pool.snapshot((connection) => daysOfAccount(connection, deviceId, from, to)),
    )
  }

  async period(from: number, to: number): Promise<PeriodColumns> {
    const sums = new PeriodSums()
    await this.#each(from, to, (deviceId, numbers, at) => {
      sums.add(deviceId, numbers, at)
    })
    return sums.columns()
  }

  async fleet(from: number, to: number, groups: Int32Array): Promise<FleetDay[]> {
    const sums = new FleetDaySums(groups)
    await this.#each(from, to, (deviceId, numbers, at) => {
      sums.add(deviceId, numbers, at)
    })
    return sums.all()
  }

  /** Days move from the accounts' rows to the fresh ones, and to pages: read in that order, each is seen, and counts once. */
  async #each(from: number, to: number, use: Use): Promise<void> {
    const seen = new Set<number>()
    const useOnce: Use = (deviceId, numbers, at) => {
      const key = keyOfDay(deviceId, numbers[at] ?? NaN)
      if (seen.has(key)) return
      seen.add(key)
      use(deviceId, numbers, at)
    }
    await this.#eachRunning(from, to, useOnce)
    const fresh = await this.#pool.use((connection) => {
      const text = `SELECT device_id AS "deviceId", day, figures FROM fresh_days
        WHERE day BETWEEN $1 AND $2 ORDER BY id DESC`
      return connection.all<FreshDay>(text, [clamped(from), clamped(to)])
    })
    for (const { deviceId, figures } of fresh) useOnce(deviceId, readDay(figures), 0)
    await this.#eachPacked(from, to, (deviceId, numbers, at) => {
      if (!seen.has(keyOfDay(deviceId, numbers[at] ?? NaN))) use(deviceId, numbers, at)
    })
  }

  async #eachRunning(from: number, to: number, use: Use): Promise<void> {
    // A wall clock is less than a day ahead or behind.
    const times = [(from - 1) * DAY, (to + 2) * DAY]
    for (let after = -1; ;) {
      const rows = await this.#pool.use((connection) =>
        connection.all<RunningDay>(
          `SELECT ${RUNNING} FROM latest WHERE device_id > $1 AND at BETWEEN $2 AND $3
           ORDER BY device_id LIMIT ${ACCOUNTS_TOGETHER}`,
          [after, ...times],
        ),
      )
      for (const { deviceId, figures } of rows) {
        const day = readDay(figures)
        if (isWithin(day[0], from, to)) use(deviceId, day, 0)
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < ACCOUNTS_TOGETHER) return
      after = last.deviceId
    }
  }

  async #eachPacked(from: number, to: number, use: Use): Promise<void> {
    let [day, page] = [clamped(from), -1]
    for (;;) {
      const rows = await this.#pool.use((connection) =>
        connection.all<{ day: number; page: number; days: Buffer }>(
          `SELECT day, page, days FROM day_pages WHERE (day, page) > ($1, $2) AND day <= $3
           ORDER BY day, page LIMIT ${PAGES_TOGETHER}`,
          [day, page, clamped(to)],
        ),
      )
      for (const row of rows) {
        const { numbers } = daysOfRow(row)
        for (let at = 0; at < numbers.length; at += PLACED_DAY_WIDTH)
          use(row.page * PAGE_SIZE + (numbers[at + LOCAL_OF_DAY] ?? NaN), numbers, at)
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGES_TOGETHER) return
      ;[day, page] = [last.day, last.page]
    }
  }
}

/** The rows of an account's days, by day. In the caller's snapshot. */
export async function daysOfAccount(
  connection: Connection,
  deviceId: number,
  from: number,
  to: number,
): Promise<Map<number, Float64Array>> {
  const found = new Map<number, Float64Array>()
  const span = [clamped(from), clamped(to)]
  const pages = await connection.all<{ day: number; days: Buffer }>(
    'SELECT day, days FROM day_pages WHERE page = $1 AND day BETWEEN $2 AND $3',
    [pageOf(deviceId), ...span],
  )
  for (const row of pages) {
    const day = dayOf(daysOfRow(row), localOf(deviceId))
    if (day !== undefined) found.set(row.day, day)
  }
  const fresh = await connection.all<FreshDay>(
    `SELECT device_id AS "deviceId", day, figures FROM fresh_days
     WHERE device_id = $1 AND day BETWEEN $2 AND $3 ORDER BY id`,
    [deviceId, ...span],
  )
  for (const { day, figures } of fresh) found.set(day, readDay(figures))
  const [row] = await connection.all<RunningDay>(`SELECT ${RUNNING} FROM latest WHERE device_id = $1`, [
    deviceId,
  ])
  const running = row && readDay(row.figures)
  if (running !== undefined && isWithin(running[0], from, to)) found.set(running[0] ?? NaN, running)
  return found
}

function isWithin(day: number | undefined, from: number, to: number): boolean {
  return day !== undefined && day > 0 && day >= from && day <= to
}

/** Days are stored as four bytes. */
function clamped(day: number): number {
  return Math.max(0, Math.min(MOST_DAY, day))
}
