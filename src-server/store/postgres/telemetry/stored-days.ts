import { DAY_WIDTH, pageOf } from '../../telemetry/account-page.ts'
import { ByteReader, ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { readColumns, writeColumns, type Rows } from '../../telemetry/columns/columns.ts'
import { dayOf, PLACED_DAY_WIDTH, withDays } from '../../telemetry/day-rows.ts'
import { localOf, readDay } from './account-state.ts'
import { listOf, type Connection } from './telemetry-pool.ts'
import { PackedRows } from './packed-rows.ts'

/** A day of an account that is in no page yet. */
export interface FreshDay {
  readonly deviceId: number
  readonly day: number
  readonly figures: Buffer
}

interface PageRow {
  readonly day: number
  readonly page: number
  readonly days: Buffer
}

/** The place of a day in the key of an account's day: exact as a number. */
const OF_DAY = 2 ** 31

export function keyOfDay(deviceId: number, day: number): number {
  return day * OF_DAY + deviceId
}

export function daysOfRow({ days }: { readonly days: Buffer }): Rows {
  return readColumns(new ByteReader(days), PLACED_DAY_WIDTH)
}

/** Stored days of accounts by `keyOfDay`. The newest row of a day counts. */
export async function readStoredDays(
  connection: Connection,
  wanted: readonly { readonly deviceId: number; readonly day: number }[],
): Promise<Map<number, Float64Array>> {
  const found = new Map<number, Float64Array>()
  const numbers = listOf(wanted.map(({ day }) => day))
  const pages = await readPages(
    connection,
    wanted.map(({ deviceId, day }) => ({ day, page: pageOf(deviceId) })),
  )
  for (const { deviceId, day } of wanted) {
    const rows = pages.get(keyOfDay(pageOf(deviceId), day))
    const row = rows && dayOf(rows, localOf(deviceId))
    if (row !== undefined) found.set(keyOfDay(deviceId, day), row)
  }
  const fresh = await connection.all<FreshDay>(
    `SELECT device_id AS "deviceId", day, figures FROM fresh_days
     JOIN unnest($1::int[], $2::int[]) AS w(device_id, day) USING (device_id, day) ORDER BY id`,
    [listOf(wanted.map(({ deviceId }) => deviceId)), numbers],
  )
  for (const { deviceId, day, figures } of fresh) found.set(keyOfDay(deviceId, day), readDay(figures))
  return found
}

/** Pages of days by `keyOfDay` of the page. */
async function readPages(
  connection: Connection,
  wanted: readonly { readonly day: number; readonly page: number }[],
): Promise<Map<number, Rows>> {
  const rows = await connection.all<PageRow>(
    `SELECT day, page, days FROM day_pages
     WHERE (day, page) IN (SELECT * FROM unnest($1::int[], $2::int[]))`,
    [listOf(wanted.map(({ day }) => day)), listOf(wanted.map(({ page }) => page))],
  )
  return new Map(rows.map((row) => [keyOfDay(row.page, row.day), daysOfRow(row)]))
}

/** Puts days into the pages of their accounts. Later ones of the same day take the place of earlier ones. */
export async function packDays(connection: Connection, days: readonly FreshDay[]): Promise<void> {
  const byPage = Map.groupBy(days, ({ deviceId, day }) => keyOfDay(pageOf(deviceId), day))
  const wanted = [...byPage.values()].flatMap(([first]) =>
    first === undefined ? [] : [{ day: first.day, page: pageOf(first.deviceId) }],
  )
  const known = await readPages(connection, wanted)
  const packed = new PackedRows(new ByteWriter())
  for (const { day, page } of wanted) {
    const key = keyOfDay(page, day)
    const added = byPage.get(key) ?? []
    const numbers = new Float64Array(added.length * PLACED_DAY_WIDTH)
    added.forEach(({ deviceId, figures }, index) => {
      numbers.set(readDay(figures), index * PLACED_DAY_WIDTH)
      numbers[index * PLACED_DAY_WIDTH + DAY_WIDTH] = localOf(deviceId)
    })
    const places = added.map((_, index) => index * PLACED_DAY_WIDTH)
    packed.add((to) => {
      writeColumns(to, withDays(known.get(key), numbers, places, true))
    })
  }
  await connection.run(
    `INSERT INTO day_pages (day, page, days)
     SELECT i.day, i.page, substring($1::bytea FROM i.start FOR i.size)
     FROM unnest($2::int[], $3::int[], $4::int[], $5::int[]) AS i(start, size, day, page)
     ON CONFLICT (page, day) DO UPDATE SET days = excluded.days`,
    [...packed.take(), listOf(wanted.map(({ day }) => day)), listOf(wanted.map(({ page }) => page))],
  )
}
