import type pg from 'pg'
import type { DataKey } from '../sealing.ts'
import { addWrap, makeDataKey, openByMachine, openByMachines, wrapForMachine } from '../sealing/data-key.ts'
import { DataKeyRing, type OpenedKey } from '../sealing/data-key-ring.ts'
import type { Seal } from '../sealing/seal.ts'
import { columnsFor } from './columns.ts'
import type { PostgresPlace } from './pool.ts'
import { dataKeys } from './schema/index.ts'
import { compile } from './statement-text.ts'
import { withClient } from './with-client.ts'

const COLUMNS = columnsFor<DataKey>(dataKeys)
/** Two copies that start at once: one makes the data key, and the other waits for it. */
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('pulsekey data key'))"

/**
 * Opens the data key of a database that copies of the server share. Each machine seals it by its own key: a copy on a new
 * machine is locked until a person enters the recovery key there once, unless both machines have the same key file.
 */
export class PostgresSealing extends DataKeyRing {
  /** Opens the data key of a migrated database. A new database, which holds no secrets yet, gets one. */
  async open(place: PostgresPlace, now: number): Promise<Seal> {
    const keys = this.parts.machineKeys()
    await withClient(place, async (client) => {
      await client.query('BEGIN')
      await client.query(ONE_AT_A_TIME)
      const { rows } = await client.query<DataKey>(`SELECT ${COLUMNS.all} FROM data_keys`)
      const [row] = rows
      const opened =
        row === undefined ? await this.#make(client, keys, now) : await this.#openRow(client, row, keys)
      await client.query('COMMIT')
      this.opened = opened
    })
    return this.seal
  }

  /** The other machines keep theirs. */
  protected override joined({ machineWrap }: DataKey, wrap: string): string {
    return addWrap(machineWrap, wrap)
  }

  async #openRow(client: pg.Client, row: DataKey, keys: OpenedKey['keys']): Promise<OpenedKey> {
    const opened = { keys, id: row.id, secret: openByMachines(row, keys), isNew: false }
    await this.#renewWrap(client, row, opened)
    return opened
  }

  async #make(client: pg.Client, keys: OpenedKey['keys'], now: number): Promise<OpenedKey> {
    const { secret, row } = makeDataKey(keys[0], this.parts.random, now)
    const made = { ...row, clearedAt: now }
    const { text, members = [] } = compile(
      `INSERT INTO data_keys ${COLUMNS.values(Object.keys(made) as (keyof DataKey)[])}`,
    )
    await client.query(
      text,
      members.map((member) => made[member as keyof DataKey]),
    )
    return { keys, id: row.id, secret, isNew: true }
  }

  /** An older key of this machine opened the data key: the one in use opens it from now on. */
  async #renewWrap(client: pg.Client, row: DataKey, { secret, keys }: OpenedKey): Promise<void> {
    const [machine] = keys
    if (secret === undefined || openByMachine(row, machine) !== undefined) return
    const wrap = wrapForMachine(row.id, secret, machine, this.parts.random)
    await client.query('UPDATE data_keys SET machine_wrap = $1', [addWrap(row.machineWrap, wrap)])
  }
}
