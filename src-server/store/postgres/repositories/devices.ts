import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import { DEVICE } from '../../../contract/subjects/device.ts'
import type { Device, DeviceChange } from '../../../domain/device/device.ts'
import { FREE_LICENSE, type RecordFields } from '../../../domain/device/record.ts'
import { columnsOf, matching, plainConditions, sortColumns, type Conditions } from '../../conditions.ts'
import { timedConditions } from '../../device-conditions.ts'
import { keyset } from '../../keyset.ts'
import { membersOf } from '../../members-of.ts'
import type { DeviceFilter, DeviceRepository, DeviceSort, OwnChange } from '../../repositories/devices.ts'
import { agentOf } from '../../../domain/access/scope.ts'
import type { Row } from '../columns.ts'
import { amongIds } from '../any-of.ts'
import { firstOf, type Connection } from '../connection.ts'
import { pickPage } from '../listing.ts'
import { devices } from '../schema/index.ts'
import { byIdOf, findByText } from '../search/found-by-text.ts'
import { byId, DEVICE_ROWS, devicesOf, type DeviceRow } from './device-rows.ts'
import { inScope, marksOf, walkedApps } from './scope.ts'

const SORT = sortColumns(DEVICE, devices)
const SEARCHED: PgColumn[] = columnsOf(devices, DEVICE.searched)
const CONDITIONS: Conditions<DeviceFilter, number> = {
  ...plainConditions(DEVICE, devices),
  ...timedConditions(devices),
  app: (app) => eq(devices.appId, app),
}

/** Memory takes no older record over a newer one (telemetry/registry.ts). */
const NEXT = 'revision = revision + 1'
const RENEWED = membersOf<RecordFields>({ vip: true, license: true, agentId: true })
/** The licences that one statement ends. The database cuts off statements that take long (pool.ts). */
const MOST_ENDED = 5000
/** The end after an extension, which `@until` names, or `@seconds` from the later of the end and now. */
const EXTENDED = 'coalesce(@until::bigint, greatest(vip, @now::bigint) + @seconds::bigint)'

export function createDeviceRepository(connection: Connection): DeviceRepository {
  const { prepare, orm } = connection
  const { all, newRow, set, read, bind, valuesOfMany, setOfMany, many, rows } = DEVICE_ROWS
  const after = prepare<[{ afterId: number; limit: number }], DeviceRow>(
    `SELECT ${all} FROM devices WHERE id > @afterId ORDER BY id LIMIT @limit`,
  )
  const lastId = prepare<[], { last: number | null }>('SELECT max(id) AS last FROM devices')
  const find = prepare<[appId: number, accountKey: string], DeviceRow>(
    `SELECT ${all} FROM devices WHERE app_id = ? AND account_key = ?`,
  )
  // A range of the index of (app_id, account_key). `A` is the character after `@`.
  const ofLogin = prepare<[{ appId: number; from: string; before: string; limit: number }], DeviceRow>(
    `SELECT ${all} FROM devices WHERE app_id = @appId AND account_key >= @from AND account_key < @before
     ORDER BY account_key LIMIT @limit`,
  )
  const insert = prepare<[Row<Omit<Device, 'id'>>], DeviceRow>(
    `INSERT INTO devices ${newRow} ON CONFLICT DO NOTHING RETURNING ${all}`,
  )
  const extend = prepare<
    [{ ids: readonly number[]; until: number | null; seconds: number; now: number }],
    DeviceRow
  >(
    `UPDATE devices SET ${NEXT}, vip = least(${EXTENDED}, ${PERMANENT_VIP})
     WHERE id = ANY(@ids::bigint[]) AND vip < ${PERMANENT_VIP} AND vip < ${EXTENDED} RETURNING ${all}`,
  )
  // An existing key leaves the row unchanged.
  const move = prepare<[readonly number[], readonly string[]], DeviceRow>(
    `UPDATE devices SET ${NEXT}, account_key = new_key
     FROM unnest(?::bigint[], ?::text[]) AS moves (device, new_key) WHERE id = device AND NOT EXISTS (
       SELECT 1 FROM devices other
       WHERE other.app_id = devices.app_id AND other.account_key = new_key AND other.id <> devices.id)
     RETURNING ${all}`,
  )
  const findMany = prepare<[number, readonly string[]], DeviceRow>(
    `SELECT ${all} FROM devices WHERE app_id = ? AND account_key = ANY(?::text[])`,
  )
  const insertMany = prepare<[string], DeviceRow>(
    `INSERT INTO devices ${valuesOfMany()} ON CONFLICT DO NOTHING RETURNING ${all}`,
  )
  const renew = prepare<[RecordFields & Pick<Device, 'id'>], DeviceRow>(
    `UPDATE devices SET ${NEXT}, ${set(RENEWED)} WHERE id = @id RETURNING ${all}`,
  )
  const endFree = prepare<[{ appId: number; now: number; after: number }], DeviceRow>(
    `UPDATE devices SET ${NEXT}, vip = @now WHERE id IN (
       SELECT id FROM devices WHERE app_id = @appId AND id > @after AND license = '${FREE_LICENSE}' AND vip >= ${PERMANENT_VIP}
       ORDER BY id LIMIT ${MOST_ENDED})
     RETURNING ${all}`,
  )
  const unmark = prepare<[readonly number[]]>('DELETE FROM group_pauses WHERE device_id = ANY(?::bigint[])')
  /** After any other write of the switch, no act on a group resumes the account. */
  const takeOver = async (ids: readonly number[], { pauseOpen }: DeviceChange) => {
    if (pauseOpen !== undefined) await unmark.run(ids)
  }
  const next = (change: DeviceChange) => ({ ...change, revision: sql`${devices.revision} + 1` })
  const known = (row: DeviceRow | undefined) => (row === undefined ? undefined : read(row))
  const ofIds = async (ids: readonly number[]) =>
    orm.select().from(devices).where(amongIds(devices.id, ids)).orderBy(devices.id)

  /** @param alike changes of the same members */
  const updateAlike = async (alike: readonly OwnChange[]): Promise<Device[]> => {
    const ids = alike.map(({ id }) => id)
    const [first] = alike
    if (first === undefined) return []
    await takeOver(ids, first.change)
    const members = membersIn(first.change)
    if (members.length === 0) return ofIds(ids)
    const update = prepare<[string], { id: number }>(
      `UPDATE devices SET revision = devices.revision + 1, ${setOfMany(members)} FROM ${many}
       WHERE devices.id = many.id RETURNING devices.id`,
    )
    const changed = await update.all(rows(alike.map(({ id, change }) => ({ ...change, id }))))
    return ofIds(changed.map(({ id }) => id))
  }

  return {
    after: async (afterId, limit) => (await after.all({ afterId, limit })).map(read),

    lastId: async () => (await lastId.get())?.last ?? 0,

    find: async (appId, accountKey) => known(await find.get(appId, accountKey)),

    ofLogin: async (appId, login, limit) =>
      (await ofLogin.all({ appId, from: `${login}@`, before: `${login}A`, limit })).map(read),

    findMany: async (appId, keys) => (await findMany.all(appId, keys)).map(read),

    insert: async (device) => known(await insert.get(bind(device))),

    insertMany: async (given) => devicesOf(await insertMany.all(rows(given))),

    renew: async (id, { vip, license, agentId }) => known(await renew.get({ id, vip, license, agentId })),

    update: async (id, change) => {
      await takeOver([id], change)
      if (Object.keys(change).length === 0) return firstOf(ofIds([id]))
      return firstOf(orm.update(devices).set(next(change)).where(eq(devices.id, id)).returning())
    },

    updateEach: async (changes) => {
      const changed: Device[] = []
      // The rows of a file name few different sets of members.
      for (const alike of Map.groupBy(changes, ({ change }) => membersIn(change).join()).values())
        changed.push(...(await updateAlike(alike)))
      return byId(changed)
    },

    endFree: async (appId, now) => {
      const ended: Device[] = []
      for (let after: number | undefined = 0; after !== undefined;) {
        const some = devicesOf(await endFree.all({ appId, now, after }))
        ended.push(...some)
        after = some.at(-1)?.id
      }
      return ended
    },

    ofIds,

    updateMany: async (ids, change) => {
      await takeOver(ids, change)
      if (Object.keys(change).length === 0) return ofIds(ids)
      const changed = orm.update(devices).set(next(change)).where(amongIds(devices.id, ids))
      return byId(await changed.returning())
    },

    extend: async (ids, extension, now) => {
      const by = 'until' in extension ? { until: extension.until, seconds: 0 } : { until: null, ...extension }
      return devicesOf(await extend.all({ ids, ...by, now }))
    },

    deleteMany: async (ids) => byId(await orm.delete(devices).where(amongIds(devices.id, ids)).returning()),

    move: async (accounts) =>
      devicesOf(
        await move.all(
          accounts.map(({ id }) => id),
          accounts.map(({ accountKey }) => accountKey),
        ),
      ),

    list: async (scope, filter, query, now) => {
      const order = keyset<DeviceSort, Device>(query, SORT, devices.id)
      const marks = await marksOf(connection, scope, filter)
      const search = { kind: 'device', columns: SEARCHED, marks } as const
      const found = await findByText(connection, search, query.search, byIdOf(query))
      const agent = agentOf(scope, filter)
      const { where, ...counted } = await pickPage(
        connection,
        {
          table: devices,
          scope: and(
            inScope(connection, scope, devices),
            agent === undefined ? undefined : eq(devices.agentId, agent),
          ),
          where: matching(CONDITIONS, filter, now),
          apps: walkedApps(scope, filter),
          found,
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = await orm
        .select()
        .from(devices)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, ...counted, next: order.next(rows) }
    },
  }
}

/** The members that a change names, in one order. */
function membersIn(change: DeviceChange): (keyof DeviceChange)[] {
  const named = Object.entries<unknown>(change).filter(([, value]) => value !== undefined)
  return named.map(([member]) => member as keyof DeviceChange).sort()
}
