import { and, eq, inArray, sql } from 'drizzle-orm'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import { DEVICE } from '../../../contract/subjects/device.ts'
import type { Device, DeviceChange } from '../../../domain/device/device.ts'
import { FREE_LICENSE, type RecordFields } from '../../../domain/device/record.ts'
import type { DeviceFilter, DeviceRepository, DeviceSort } from '../../repositories/devices.ts'
import { timedConditions } from '../../device-conditions.ts'
import { membersOf } from '../../members-of.ts'
import { agentOf } from '../../../domain/access/scope.ts'
import type { Row } from '../columns.ts'
import {
  appliedByWay,
  columnsOf,
  matching,
  plainConditions,
  sortColumns,
  type Conditions,
} from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { lanesByAgent, lanesByApp, type Lane } from '../lanes.ts'
import { pickPage, type Way } from '../listing.ts'
import { devices } from '../schema/index.ts'
import { byIdOf, findByText, type TextSearch } from '../search/found-by-text.ts'
import { DEVICE_ROWS, type DeviceRow } from './device-rows.ts'
import { appsInSight, inScope, marksOf } from './scope.ts'

const SORT = sortColumns(DEVICE, devices)
/** The suffix of the indexes that hold the rows in this order (lanes.ts). */
const SUFFIXES: Record<DeviceSort, string> = {
  id: '',
  account_key: '_account',
  label: '_label',
  vip: '_vip',
  created_at: '_created',
}
const SEARCH = {
  kind: 'device',
  id: devices.id,
  columns: columnsOf(devices, DEVICE.searched),
} satisfies Omit<TextSearch, 'marks' | 'scope'>

const CONDITIONS: Conditions<DeviceFilter, number> = {
  ...plainConditions(DEVICE, devices),
  ...timedConditions(devices),
  app: appliedByWay,
}

/** The way that reads the fewest other rows (listing.ts). A span of ends is a range of its index. */
function narrowWay({ state, expires }: DeviceFilter, lane: Lane): Way {
  if (state === 'disabled') return lane('_disabled', sql`${devices.disabled} = 1`)
  return state === undefined && expires === undefined ? lane('') : lane('_vip')
}

/** Memory takes no older record over a newer one (telemetry/registry.ts). */
const NEXT = 'revision = revision + 1'
const RENEWED = membersOf<RecordFields>({ vip: true, license: true, agentId: true })

export function createDeviceRepository(connection: Connection): DeviceRepository {
  const { raw, orm } = connection
  const { all, newRow, set, read, bind } = DEVICE_ROWS
  const after = raw.prepare<[{ afterId: number; limit: number }], DeviceRow>(
    `SELECT ${all} FROM devices WHERE id > @afterId ORDER BY id LIMIT @limit`,
  )
  const lastId = raw.prepare<[], number | null>('SELECT max(id) FROM devices').pluck()
  // Runs at each login with a trading account. Parameters by name would cost it 0.4 us a call.
  const find = raw.prepare<[appId: number, accountKey: string], DeviceRow>(
    `SELECT ${all} FROM devices WHERE app_id = ? AND account_key = ?`,
  )
  // A range of the index of (app_id, account_key). `A` is the character after `@`.
  const ofLogin = raw.prepare<[{ appId: number; from: string; before: string; limit: number }], DeviceRow>(
    `SELECT ${all} FROM devices WHERE app_id = @appId AND account_key >= @from AND account_key < @before
     ORDER BY account_key LIMIT @limit`,
  )
  const insert = raw.prepare<[Row<Omit<Device, 'id'>>], DeviceRow>(
    `INSERT INTO devices ${newRow} ON CONFLICT DO NOTHING RETURNING ${all}`,
  )
  const extend = raw.prepare<
    [{ ids: string; until: number | null; seconds: number; now: number }],
    DeviceRow
  >(
    `UPDATE devices SET ${NEXT}, vip = min(coalesce(@until, max(vip, @now) + @seconds), ${PERMANENT_VIP})
     WHERE id IN (SELECT value FROM json_each(@ids)) AND vip < ${PERMANENT_VIP}
       AND vip < coalesce(@until, max(vip, @now) + @seconds) RETURNING ${all}`,
  )
  // An existing key leaves the row unchanged.
  const move = raw.prepare<[Pick<Device, 'id' | 'accountKey'>], DeviceRow>(
    `UPDATE OR IGNORE devices SET ${NEXT}, ${set(['accountKey'])} WHERE id = @id RETURNING ${all}`,
  )
  const renew = raw.prepare<[RecordFields & Pick<Device, 'id'>], DeviceRow>(
    `UPDATE devices SET ${NEXT}, ${set(RENEWED)} WHERE id = @id RETURNING ${all}`,
  )
  const endFree = raw.prepare<[{ appId: number; now: number }], DeviceRow>(
    `UPDATE devices SET ${NEXT}, vip = @now WHERE app_id = @appId AND license = '${FREE_LICENSE}' AND vip >= ${PERMANENT_VIP}
     RETURNING ${all}`,
  )
  const unmark = raw.prepare<[string]>(
    'DELETE FROM group_pauses WHERE device_id IN (SELECT value FROM json_each(?))',
  )
  /** After any other write of the switch, no act on a group resumes the account. */
  const takeOver = (ids: readonly number[], { pauseOpen }: DeviceChange) => {
    if (pauseOpen !== undefined) unmark.run(JSON.stringify(ids))
  }
  const next = (change: DeviceChange) => ({ ...change, revision: sql`${devices.revision} + 1` })
  const known = (row: DeviceRow | undefined) => (row === undefined ? undefined : read(row))

  const update = (id: number, change: DeviceChange): Device | undefined => {
    takeOver([id], change)
    if (Object.keys(change).length === 0) return orm.select().from(devices).where(eq(devices.id, id)).get()
    return orm.update(devices).set(next(change)).where(eq(devices.id, id)).returning().all()[0]
  }

  return {
    after: async (afterId, limit) => after.all({ afterId, limit }).map(read),

    lastId: async () => lastId.get() ?? 0,

    find: async (appId, accountKey) => known(find.get(appId, accountKey)),

    ofLogin: async (appId, login, limit) =>
      ofLogin.all({ appId, from: `${login}@`, before: `${login}A`, limit }).map(read),

    findMany: async (appId, keys) => keys.flatMap((key) => known(find.get(appId, key)) ?? []),

    insert: async (device) => known(insert.get(bind(device))),

    insertMany: async (given) => given.flatMap((device) => known(insert.get(bind(device))) ?? []),

    renew: async (id, { vip, license, agentId }) => known(renew.get({ id, vip, license, agentId })),

    update: async (id, change) => update(id, change),

    updateEach: async (changes) => changes.flatMap(({ id, change }) => update(id, change) ?? []),

    endFree: async (appId, now) => endFree.all({ appId, now }).map(read),

    ofIds: async (ids) => orm.select().from(devices).where(inArray(devices.id, ids)).all(),

    updateMany: async (ids, change) => {
      takeOver(ids, change)
      const chosen = inArray(devices.id, ids)
      if (Object.keys(change).length === 0) return orm.select().from(devices).where(chosen).all()
      return orm.update(devices).set(next(change)).where(chosen).returning().all()
    },

    extend: async (ids, extension, now) => {
      const by = 'until' in extension ? { until: extension.until, seconds: 0 } : { until: null, ...extension }
      return extend.all({ ids: JSON.stringify(ids), ...by, now }).map(read)
    },

    deleteMany: async (ids) => orm.delete(devices).where(inArray(devices.id, ids)).returning().all(),

    move: async (accounts) => accounts.flatMap((account) => known(move.get(account)) ?? []),

    list: async (scope, filter, query, now) => {
      const order = keyset<DeviceSort, Device>(query, SORT, devices.id)
      const ofApp = filter.app === undefined ? undefined : eq(devices.appId, filter.app)
      const inSight = and(inScope(connection, scope, devices), ofApp)
      const search = { ...SEARCH, marks: marksOf(connection, scope, filter), scope: inSight }
      const text = findByText(connection, search, query.search, byIdOf(query))
      const agent = agentOf(scope, filter)
      const lane =
        agent === undefined ? lanesByApp('devices') : lanesByAgent('devices', devices.agentId, agent, inSight)
      const { where, ...counted } = pickPage(
        connection,
        {
          table: devices,
          apps: appsInSight(scope, filter.app),
          where: and(
            matching(CONDITIONS, filter, now),
            agent === undefined ? undefined : eq(devices.agentId, agent),
            text.where,
          ),
          first: text.first,
          narrow: text.ways ?? [narrowWay(filter, lane)],
          sorted: [lane(SUFFIXES[query.sort])],
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = orm
        .select()
        .from(devices)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, ...counted, next: order.next(rows) }
    },
  }
}
