import type { MovedProgress } from '../../moving/move-end.ts'
import type { TelemetryPage } from '../../moving/telemetry-page.ts'
import { PAGE_SIZE } from '../../telemetry/account-page.ts'
import { ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { writeColumns } from '../../telemetry/columns/columns.ts'
import { writeState } from '../telemetry/account-state.ts'
import { PackedRows } from '../telemetry/packed-rows.ts'
import { addSteps, dropPartition, partitionsOf } from '../telemetry/packed-steps.ts'
import { saveLevel } from '../telemetry/progress.ts'
import { listOf, type Connection, type TelemetryPool } from '../telemetry/telemetry-pool.ts'

const STATES = `INSERT INTO latest (device_id, at, version, writer, state)
  SELECT i.id, i.at, 1, 0, substring($1::bytea FROM i.start FOR i.size)
  FROM unnest($2::int[], $3::int[], $4::int[], $5::bigint[]) AS i(start, size, id, at)`
const DAYS = `INSERT INTO day_pages (page, day, days)
  SELECT $1, i.day, substring($2::bytea FROM i.start FOR i.size)
  FROM unnest($3::int[], $4::int[], $5::int[]) AS i(start, size, day)`
const LEVELS = [0, 1, 2] as const

/** Writes the figures of accounts into an empty database of figures, a page in a transaction. */
export class TelemetryWriter {
  readonly #pool: TelemetryPool
  readonly #bytes = new ByteWriter()

  constructor(pool: TelemetryPool) {
    this.#pool = pool
  }

  /** Takes away what a move that did not end has left. */
  async clear(): Promise<void> {
    await this.#pool.write(async (connection) => {
      for (const level of LEVELS)
        for (const part of await partitionsOf(connection, level)) await dropPartition(connection, level, part)
      await connection.batch(
        `TRUNCATE latest, programs, fresh_steps, fresh_days, fold_progress, day_pages, sizes, code_events, fleet_samples, writers;
         UPDATE turns SET half = 0, is_packing = false, account = 0, turned_at = 0`,
      )
    })
  }

  async saveProgress(progress: MovedProgress): Promise<void> {
    await this.#pool.use(async (connection) => {
      for (const level of [1, 2] as const) {
        const known = progress[level]
        if (known !== undefined) await saveLevel(connection, level, known)
      }
    })
  }

  async write(page: TelemetryPage): Promise<void> {
    await this.#pool.write(async (connection) => {
      await this.#writeStates(connection, page)
      for (const level of LEVELS)
        await addSteps(
          connection,
          level,
          Array.from(page.steps[level], ([deviceId, steps]) => ({ deviceId, steps })),
        )
      await this.#writeDays(connection, page)
    })
  }

  async #writeStates(connection: Connection, { page }: TelemetryPage): Promise<void> {
    const rows = new PackedRows(this.#bytes)
    const [ids, times]: [number[], number[]] = [[], []]
    for (let local = 0; local < PAGE_SIZE; local++) {
      if (!page.has(local)) continue
      rows.add((to) => {
        writeState(to, page, local)
      })
      ids.push(page.idOf(local))
      times.push(page.heardAt(local))
    }
    if (rows.count > 0) await connection.run(STATES, [...rows.take(), listOf(ids), listOf(times)])
  }

  async #writeDays(connection: Connection, { page, days }: TelemetryPage): Promise<void> {
    const packed = new PackedRows(this.#bytes)
    for (const rows of days.values())
      packed.add((to) => {
        writeColumns(to, rows)
      })
    if (packed.count > 0)
      await connection.run(DAYS, [page.number, ...packed.take(), listOf([...days.keys()])])
  }
}
