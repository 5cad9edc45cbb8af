import { DAY_WIDTH, LOCAL_OF_DAY, LOCAL_OF_STEP, type AccountPage } from '../../telemetry/account-page.ts'
import type { ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { writeColumns } from '../../telemetry/columns/columns.ts'
import { STEP_WIDTH, type RowList } from '../../telemetry/step-rows.ts'
import { writeNumbers } from './account-state.ts'
import { PackedRows } from './packed-rows.ts'
import { listOf, type Connection } from './telemetry-pool.ts'

/** A minute that is earlier than stored ones of its account. */
export interface LateMinute {
  readonly deviceId: number
  readonly step: Float64Array<ArrayBuffer>
}

/** Late minutes get negative numbers: what they say of last values counts less than what is stored. */
const STEPS = (sign: '' | '-') => `INSERT INTO fresh_steps (half, device_id, id, step)
  SELECT (SELECT half FROM turns), i.id, ${sign}nextval('fresh_order'), substring($1::bytea FROM i.start FOR i.size)
  FROM unnest($2::int[], $3::int[], $4::int[]) AS i(start, size, id)`
const DAYS = `INSERT INTO fresh_days (half, device_id, day, figures)
  SELECT (SELECT half FROM turns), i.id, i.day, substring($1::bytea FROM i.start FOR i.size)
  FROM unnest($2::int[], $3::int[], $4::int[], $5::int[]) AS i(start, size, id, day)`

/** Stores the minutes and days of pages that ended. */
export async function storeEnded(
  connection: Connection,
  bytes: ByteWriter,
  pages: ReadonlySet<AccountPage>,
  late: readonly LateMinute[],
): Promise<void> {
  const minutes: LateMinute[] = []
  const days = new PackedRows(bytes)
  const [accounts, numbersOfDays]: [number[], number[]] = [[], []]
  for (const page of pages) {
    eachRow(page.endedMinutes, (numbers, at) => {
      const deviceId = page.idOf(numbers[at + LOCAL_OF_STEP] ?? NaN)
      minutes.push({ deviceId, step: numbers.slice(at, at + STEP_WIDTH) })
    })
    eachRow(page.endedDays, (numbers, at) => {
      accounts.push(page.idOf(numbers[at + LOCAL_OF_DAY] ?? NaN))
      numbersOfDays.push(numbers[at] ?? NaN)
      days.add((to) => {
        writeNumbers(to, numbers, at, DAY_WIDTH)
      })
    })
  }
  if (days.count > 0) await connection.run(DAYS, [...days.take(), listOf(accounts), listOf(numbersOfDays)])
  await storeMinutes(connection, bytes, minutes, '')
  await storeMinutes(connection, bytes, late, '-')
}

async function storeMinutes(
  connection: Connection,
  bytes: ByteWriter,
  minutes: readonly LateMinute[],
  sign: '' | '-',
): Promise<void> {
  if (minutes.length === 0) return
  const rows = new PackedRows(bytes)
  for (const { step } of minutes)
    rows.add((to) => {
      writeColumns(to, { numbers: step, width: STEP_WIDTH, count: 1 })
    })
  const accounts = listOf(minutes.map(({ deviceId }) => deviceId))
  await connection.run(STEPS(sign), [...rows.take(), accounts])
}

/** Drops what ended of some accounts. */
export function dropEnded(page: AccountPage, ids: ReadonlySet<number>): void {
  for (const [list, place] of [
    [page.endedMinutes, LOCAL_OF_STEP],
    [page.endedDays, LOCAL_OF_DAY],
  ] as const) {
    const kept: Float64Array[] = []
    eachRow(list, (numbers, at) => {
      if (!ids.has(page.idOf(numbers[at + place] ?? NaN))) kept.push(numbers.slice(at, at + list.width))
    })
    list.clear()
    for (const row of kept) list.add(row, 0)
  }
}

function eachRow(
  { numbers, count, width }: RowList,
  use: (numbers: Float64Array<ArrayBuffer>, at: number) => void,
): void {
  for (let at = 0; at < count * width; at += width) use(numbers, at)
}
