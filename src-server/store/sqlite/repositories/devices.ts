import { and, eq, gt, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import type { DeviceState, ExpirySpan } from '../../../contract/records/device.ts'
import { EXPIRY_BOUNDS } from '../../../domain/device/expiry.ts'
import type { Device } from '../../../domain/device/device.ts'
import { FREE_LICENSE } from '../../../domain/device/record.ts'
import type { DeviceFilter, DeviceRepository } from '../../repositories/devices.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../keyset.ts'
import { lanesByAgent, lanesByApp, type Lane } from '../lanes.ts'
import { pickPage, type Way } from '../listing.ts'
import { devices } from '../schema/index.ts'
import { byIdOf, findByText, type TextSearch } from '../search/found-by-text.ts'
import { DEVICE_COLUMNS, deviceOfRow, type DeviceRow } from './device-rows.ts'
import { agentOf, appsInSight, inScope, marksOf } from './scope.ts'

const SORT = {
  id: devices.id,
  account_key: devices.accountKey,
  label: devices.label,
  vip: devices.vip,
  created_at: devices.createdAt,
}
const SUFFIXES: Record<keyof typeof SORT, string> = {
  id: '',
  account_key: '_account',
  label: '_label',
  vip: '_vip',
  created_at: '_created',
}
const SEARCH = {
  kind: 'device',
  id: devices.id,
  columns: [devices.accountKey, devices.label, devices.license, devices.note],
} satisfies Omit<TextSearch, 'marks' | 'scope'>

/** The SQL of domain/device/device.ts, deviceState. */
function inState(state: DeviceState, now: number): SQL | undefined {
  switch (state) {
    case 'disabled':
      return eq(devices.disabled, true)
    case 'expired':
      return and(eq(devices.disabled, false), lte(devices.vip, now))
    case 'active':
      return and(eq(devices.disabled, false), gt(devices.vip, now))
  }
}

/** The SQL of domain/device/expiry.ts, expirySpan. */
function endsIn(span: ExpirySpan, now: number): SQL | undefined {
  const { from, to } = EXPIRY_BOUNDS[span]
  return and(
    eq(devices.disabled, false),
    lt(devices.vip, PERMANENT_VIP),
    Number.isFinite(from) ? gt(devices.vip, now + from) : undefined,
    lte(devices.vip, now + to),
  )
}

function matching(filter: DeviceFilter, now: number): SQL | undefined {
  return and(
    filter.agent === undefined ? undefined : eq(devices.agentId, filter.agent),
    filter.state === undefined ? undefined : inState(filter.state, now),
    filter.expires === undefined ? undefined : endsIn(filter.expires, now),
  )
}

/** The way that reads the fewest other rows (listing.ts). A span of ends is a range of its index. */
function narrowWay({ state, expires }: DeviceFilter, lane: Lane): Way {
  if (state === 'disabled') return lane('_disabled', sql`${devices.disabled} = 1`)
  return state === undefined && expires === undefined ? lane('') : lane('_vip')
}

export function createDeviceRepository(connection: Connection): DeviceRepository {
  const { raw, orm } = connection
  const after = raw.prepare<[number, number], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE id > ? ORDER BY id LIMIT ?`,
  )
  const find = raw.prepare<[number, string], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE app_id = ? AND account_key = ?`,
  )
  // A range of the index of (app_id, account_key). `A` is the character after `@`.
  const ofLogin = raw.prepare<[number, string, string, number], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE app_id = ? AND account_key >= ? AND account_key < ?
     ORDER BY account_key LIMIT ?`,
  )
  const insert = raw.prepare<
    [number, string, string, string, string, number | null, number, number, string, number, string, number],
    DeviceRow
  >(
    `INSERT INTO devices (app_id, account_key, label, license, buy_url, agent_id, vip, disabled, disable_reason, debug,
      note, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING ${DEVICE_COLUMNS}`,
  )
  const extend = raw.prepare<
    [{ ids: string; until: number | null; seconds: number; now: number }],
    DeviceRow
  >(
    `UPDATE devices SET vip = min(coalesce(@until, max(vip, @now) + @seconds), ${PERMANENT_VIP})
     WHERE id IN (SELECT value FROM json_each(@ids)) AND vip < ${PERMANENT_VIP}
       AND vip < coalesce(@until, max(vip, @now) + @seconds) RETURNING ${DEVICE_COLUMNS}`,
  )
  // An existing key leaves the row unchanged.
  const move = raw.prepare<[string, number], DeviceRow>(
    `UPDATE OR IGNORE devices SET account_key = ? WHERE id = ? RETURNING ${DEVICE_COLUMNS}`,
  )
  const renew = raw.prepare<[number, string, number | null, number], DeviceRow>(
    `UPDATE devices SET vip = ?, license = ?, agent_id = ? WHERE id = ? RETURNING ${DEVICE_COLUMNS}`,
  )
  const endFree = raw.prepare<[number, number], DeviceRow>(
    `UPDATE devices SET vip = ? WHERE app_id = ? AND license = '${FREE_LICENSE}' AND vip >= ${PERMANENT_VIP}
     RETURNING ${DEVICE_COLUMNS}`,
  )

  return {
    after: async (afterId, limit) => after.all(afterId, limit).map(deviceOfRow),

    find: async (appId, accountKey) => {
      const row = find.get(appId, accountKey)
      return row === undefined ? undefined : deviceOfRow(row)
    },

    ofLogin: async (appId, login, limit) =>
      ofLogin.all(appId, `${login}@`, `${login}A`, limit).map(deviceOfRow),

    insert: async (device) => {
      const row = insert.get(
        device.appId,
        device.accountKey,
        device.label,
        device.license,
        device.buyUrl,
        device.agentId,
        device.vip,
        Number(device.disabled),
        device.disableReason,
        Number(device.debug),
        device.note,
        device.createdAt,
      )
      return row === undefined ? undefined : deviceOfRow(row)
    },

    renew: async (id, fields) => {
      const row = renew.get(fields.vip, fields.license, fields.agentId, id)
      return row === undefined ? undefined : deviceOfRow(row)
    },

    update: async (id, change) => {
      if (Object.keys(change).length === 0) return orm.select().from(devices).where(eq(devices.id, id)).get()
      return orm.update(devices).set(change).where(eq(devices.id, id)).returning().all()[0]
    },

    endFree: async (appId, now) => endFree.all(now, appId).map(deviceOfRow),

    ofIds: async (ids) => orm.select().from(devices).where(inArray(devices.id, ids)).all(),

    updateMany: async (ids, change) => {
      const chosen = inArray(devices.id, ids)
      if (Object.keys(change).length === 0) return orm.select().from(devices).where(chosen).all()
      return orm.update(devices).set(change).where(chosen).returning().all()
    },

    extend: async (ids, extension, now) => {
      const by = 'until' in extension ? { until: extension.until, seconds: 0 } : { until: null, ...extension }
      return extend.all({ ids: JSON.stringify(ids), ...by, now }).map(deviceOfRow)
    },

    deleteMany: async (ids) => orm.delete(devices).where(inArray(devices.id, ids)).returning().all(),

    move: async (id, accountKey) => {
      const row = move.get(accountKey, id)
      return row === undefined ? undefined : deviceOfRow(row)
    },

    list: async (scope, filter, query, now) => {
      const order = keyset<keyof typeof SORT, Device>(query, SORT, devices.id)
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
            matching(filter, now),
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
