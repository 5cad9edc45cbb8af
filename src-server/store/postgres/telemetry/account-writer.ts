import { wallDay } from '../../../domain/rules/quiet.ts'
import type { PulseFigures } from '../../latest-pulse.ts'
import { accountsOf, unpackPulse, type StoredProgram } from '../../pulse-batch.ts'
import { DAY_WIDTH, type StoredDayRow } from '../../telemetry/account-page.ts'
import { ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { localOf, writeState } from './account-state.ts'
import { claim } from './claim.ts'
import { dropEnded, storeEnded, type LateMinute } from './ended-rows.ts'
import { KnownAccounts, type AccountRow } from './known-accounts.ts'
import { sharedLockText } from './locks.ts'
import { PackedRows } from './packed-rows.ts'
import { PulseParts, type Batch } from './pulse-parts.ts'
import { keyOfDay, readStoredDays } from './stored-days.ts'
import { recordsText } from '../stored-text.ts'
import { listOf, type Connection, type TelemetryPool } from './telemetry-pool.ts'

/** The accounts of one statement. */
const TOGETHER = 5000
/**
 * A pulse that is older than the last one, which another copy heard, waited in this copy while the database was away. An even
 * older one comes from a clock that was set back, seconds.
 */
const LATE_WITHIN = 600

const READ =
  'SELECT device_id AS "deviceId", version, writer, state FROM latest WHERE device_id = ANY($1::int[])'
// Every row is locked in the order of ids, also where the version differs.
const STORE = `INSERT INTO latest AS l (device_id, at, version, writer, state)
  SELECT i.id, i.at, i.version, $1, substring($2::bytea FROM i.start FOR i.size)
  FROM unnest($3::int[], $4::int[], $5::int[], $6::bigint[], $7::bigint[]) AS i(start, size, id, at, version)
  ON CONFLICT (device_id) DO UPDATE
    SET at = excluded.at, version = excluded.version, writer = excluded.writer, state = excluded.state
    WHERE l.version = excluded.version - 1`
const PROGRAMS = `INSERT INTO programs (device_id, currency, version, magic, account_name)
  SELECT * FROM jsonb_to_recordset($1::jsonb)
    AS p("deviceId" integer, currency text, version text, magic text, "accountName" text)
  ON CONFLICT (device_id) DO UPDATE SET currency = excluded.currency, version = excluded.version,
    magic = excluded.magic, account_name = excluded.account_name`

/**
 * Adds pulses to the rows of their accounts: the latest pulse, the running minute, the running day. A row has one order of
 * pulses, whichever copy hears them: a copy adds to the row that it knows, and where another one has written since, it reads
 * that row and adds again.
 */
export class AccountWriter {
  readonly #pool: TelemetryPool
  readonly #writer: number
  readonly known = new KnownAccounts()
  readonly #bytes = new ByteWriter()
  /** The pulses from before, of accounts that have pulsed since. undefined for an account that had none. */
  #before: Map<number, PulseFigures | undefined> | undefined = new Map()

  readonly #parts: PulseParts

  /**
   * @param writer a number of this copy alone
   * @param refused gets the accounts whose pulses the database does not take
   */
  constructor(
    pool: TelemetryPool,
    writer: number,
    refused: (accounts: readonly number[], why: unknown) => void,
  ) {
    this.#pool = pool
    this.#writer = writer
    this.#parts = new PulseParts({ store: (seq, batch) => this.#append(seq, batch), refused })
  }

  /** The pulses from before, until `endBefore`. */
  get before(): ReadonlyMap<number, PulseFigures | undefined> | undefined {
    return this.#before
  }

  endBefore(): void {
    this.#before = undefined
  }

  /**
   * Stores pulses in one transaction, or in several where some pulses make it fail.
   * @param seq rises by `MOST_PARTS` from batch to batch; a batch that is tried again has the same one, and is stored once
   * @throws errors of the database
   */
  append(seq: number, batch: Batch): Promise<void> {
    return this.#parts.append(seq, batch)
  }

  async #append(seq: number, { pulses, utcOffset }: Batch): Promise<void> {
    const ids = accountsOf(pulses)
    const isStored = await this.#pool
      .write(async (connection) => {
        await connection.batch(sharedLockText('fresh'))
        if (!(await claim(connection, this.#writer, seq))) return false
        await this.#read(
          connection,
          ids.filter((id) => !this.known.isSure(id)),
        )
        const late: LateMinute[] = []
        await this.#add(connection, { pulses, utcOffset }, late)
        if ((await this.#store(connection, ids)) < ids.length)
          await this.#storeAgain(connection, { pulses, utcOffset }, ids, late)
        await storeEnded(connection, this.#bytes, this.known.pagesOf(ids), late)
        await savePrograms(connection, pulses.programs)
        return true
      })
      .catch((error: unknown) => {
        this.known.forget(ids)
        throw error
      })
    if (isStored) this.known.stored(ids, performance.now())
    else this.known.forget(ids)
  }

  async #read(connection: Connection, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const missing = new Set(ids)
    for (const row of await connection.all<AccountRow>(READ, [listOf(ids)])) {
      missing.delete(row.deviceId)
      this.known.take(row, this.#writer)
    }
    for (const id of missing) this.known.takeNone(id)
    if (this.#before === undefined) return
    for (const id of ids) {
      const { page } = this.known.of(id)
      const local = localOf(id)
      if (!this.#before.has(id)) this.#before.set(id, page.has(local) ? page.pulse(local) : undefined)
    }
  }

  /** Adds pulses in memory. @param only the accounts to take; undefined: all */
  async #add(
    connection: Connection,
    { pulses, utcOffset }: Batch,
    late: LateMinute[],
    only?: ReadonlySet<number>,
  ): Promise<void> {
    const wanted: { deviceId: number; day: number }[] = []
    const running = new Map<number, number>()
    const each = function* () {
      for (let index = 0; index < pulses.count; index++) {
        const pulse = unpackPulse(pulses, index)
        if (only === undefined || only.has(pulse.deviceId)) yield pulse
      }
    }
    for (const { deviceId, at } of each()) {
      const day = wallDay(at, utcOffset)
      const now =
        running.get(deviceId) ?? this.known.of(deviceId).page.days[localOf(deviceId) * DAY_WIDTH] ?? 0
      // A clock was set back over midnight: the day goes on.
      if (now > day) wanted.push({ deviceId, day })
      running.set(deviceId, day)
    }
    const days = wanted.length === 0 ? undefined : await readStoredDays(connection, wanted)
    const stored: StoredDayRow = (deviceId, day) => days?.get(keyOfDay(deviceId, day))
    const inTime = new Set<number>()
    for (const pulse of each()) {
      const { page, isOwn } = this.known.of(pulse.deviceId)
      const local = localOf(pulse.deviceId)
      const behind = page.heardAt(local) - pulse.at
      if (isOwn[local] === 0 && behind > 0 && behind <= LATE_WITHIN && !inTime.has(pulse.deviceId)) {
        const step = page.addLate(pulse, utcOffset)
        if (step !== undefined) late.push({ deviceId: pulse.deviceId, step })
        continue
      }
      if (isOwn[local] === 0) inTime.add(pulse.deviceId)
      page.add(pulse, utcOffset, stored)
    }
  }

  /** @returns the number of stored rows: those that are still as known */
  async #store(connection: Connection, ids: readonly number[]): Promise<number> {
    let stored = 0
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const some = ids.slice(from, from + TOGETHER)
      const rows = new PackedRows(this.#bytes)
      const [times, versions]: [number[], number[]] = [[], []]
      for (const id of some) {
        const { page, versions: known } = this.known.of(id)
        const local = localOf(id)
        rows.add((to) => {
          writeState(to, page, local)
        })
        times.push(page.heardAt(local))
        versions.push((known[local] ?? 0) + 1)
      }
      const values = [this.#writer, ...rows.take(), listOf(some), listOf(times), listOf(versions)]
      stored += await connection.run(STORE, values)
    }
    return stored
  }

  /** Adds the pulses of accounts whose row another copy has written since. All rows are locked by now. */
  async #storeAgain(
    connection: Connection,
    batch: Batch,
    ids: readonly number[],
    late: LateMinute[],
  ): Promise<void> {
    const rows = await connection.all<AccountRow>(READ, [listOf(ids)])
    const others = rows.filter(({ deviceId, version, writer }) => {
      const known = this.known.of(deviceId).versions[localOf(deviceId)] ?? 0
      return writer !== this.#writer || version !== known + 1
    })
    const stale = new Set(others.map(({ deviceId }) => deviceId))
    for (const page of this.known.pagesOf([...stale])) dropEnded(page, stale)
    for (const row of others) this.known.take(row, this.#writer)
    const kept = late.filter(({ deviceId }) => !stale.has(deviceId))
    late.splice(0, late.length, ...kept)
    await this.#add(connection, batch, late, stale)
    const again = ids.filter((id) => stale.has(id))
    if ((await this.#store(connection, again)) < again.length) throw new Error('a locked row changed')
  }
}

async function savePrograms(connection: Connection, programs: readonly StoredProgram[]): Promise<void> {
  if (programs.length === 0) return
  const rows = programs.map(({ deviceId, program }) => ({ deviceId, ...program }))
  await connection.run(PROGRAMS, [recordsText(rows)])
}
