import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readMigrations } from '../../../src-server/store/migrations.ts'
import { migratePostgres } from '../../../src-server/store/postgres/migrate.ts'
import { TelemetryDatabase } from '../../../src-server/store/postgres/telemetry/telemetry-database.ts'
import { PulseBatch, type PackedPulses } from '../../../src-server/store/pulse-batch.ts'
import { createRandom } from '../../simulator/random.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { cents, fleetPulse } from '../fleet/fleet-pulse.ts'
import { median } from '../report/statistics.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../drizzle/postgres-telemetry')
/** A fleet whose pulses are stored as they come. */
const ACCOUNTS = 90_000
/** The pulses of a quarter of a second at 20,000 a second. */
const BATCH = 5000
const ROUNDS = 6
const BEGIN = 1_699_920_000

export interface LatestRate {
  readonly rowsPerSecond: number
  /** Processor time of the thread and of the database for a row, microseconds, in the cheapest round: others can only add. */
  readonly threadMicros: number
  readonly databaseMicros: number
  /** Bytes of write-ahead log for a row. */
  readonly logBytes: number
  /** The share of updates that touched no index. */
  readonly hot: number
}

/** The latest pulses of a fleet, over one connection. All accounts pulse in each round. */
export async function measureLatestRate(url: string): Promise<LatestRate> {
  await migratePostgres({ url }, 'bench', readMigrations(MIGRATIONS), 0, 'telemetry')
  const random = createRandom(1, 'latest')
  const telemetry = new TelemetryDatabase({
    place: { url },
    writer: 1,
    broke: () => undefined,
    refused: () => undefined,
  })
  let seq = 0
  const append = async (pulses: PackedPulses) => {
    await telemetry.handle({ kind: 'append', pulses, utcOffset: 0 }, ++seq)
  }
  return withClient(url, async (client) => {
    const state = async () => {
      const { rows } = await client.query<{ log: string; updates: string; hot: string; pids: number[] }>(
        `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS log, n_tup_upd AS updates, n_tup_hot_upd AS hot,
           ARRAY(SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS pids
         FROM pg_stat_user_tables WHERE relname = 'latest'`,
      )
      const [row] = rows
      const database = (row?.pids ?? []).reduce((sum, pid) => sum + microsOf(pid), 0)
      return { log: Number(row?.log), updates: Number(row?.updates), hot: Number(row?.hot), database }
    }
    const rounds: { rate: number; thread: number; database: number; log: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const batches = Array.from({ length: ACCOUNTS / BATCH }, (_, n) => {
        const batch = new PulseBatch(BATCH)
        for (let id = n * BATCH + 1; id <= (n + 1) * BATCH; id++) {
          const equity = cents(10_000 + random.normal() * 100)
          batch.add(fleetPulse(id, BEGIN + round * 5, equity, cents(random.next() * 1000)))
        }
        return batch.packed()
      })
      const before = await state()
      const [cpu, clock] = [process.cpuUsage(), performance.now()]
      for (const batch of batches) await append(batch)
      const seconds = (performance.now() - clock) / 1000
      const { user, system } = process.cpuUsage(cpu)
      const after = await state()
      rounds.push({
        rate: ACCOUNTS / seconds,
        thread: (user + system) / ACCOUNTS,
        database: (after.database - before.database) / ACCOUNTS,
        log: (after.log - before.log) / ACCOUNTS,
      })
    }
    // The first round inserts the rows, and the connections begin in it.
    const updates = rounds.slice(1)
    // The database counts a while after its commits.
    await client.query('SELECT pg_stat_force_next_flush()').catch(() => undefined)
    const { updates: all, hot } = await state()
    await telemetry.end()
    return {
      rowsPerSecond: Math.max(...updates.map(({ rate }) => rate)),
      threadMicros: Math.min(...updates.map(({ thread }) => thread)),
      databaseMicros: Math.min(...updates.map(({ database }) => database)),
      logBytes: median(updates.map(({ log }) => log)),
      hot: hot / all,
    }
  })
}

/** The processor time of a process on this machine, microseconds. */
function microsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
}
