import { and, asc, desc, eq, gt, lte, or, type SQL } from 'drizzle-orm'
import type { DeviceState } from '../../../contract/records/device.ts'
import type { DeviceRepository } from '../../repositories/devices.ts'
import type { Connection } from '../connection.ts'
import { devices } from '../schema/index.ts'
import { DEVICE_COLUMNS, deviceOfRow, type DeviceRow } from './device-rows.ts'
import { inScope } from './scope.ts'
import { contains } from './search.ts'

const SORT = {
  id: devices.id,
  account_key: devices.accountKey,
  label: devices.label,
  vip: devices.vip,
  created_at: devices.createdAt,
}

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

export function createDeviceRepository(connection: Connection): DeviceRepository {
  const { raw, orm } = connection
  const after = raw.prepare<[number, number], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE id > ? ORDER BY id LIMIT ?`,
  )
  const find = raw.prepare<[number, string], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE app_id = ? AND account_key = ?`,
  )
  const insert = raw.prepare<
    [number, string, string, string, string, number | null, number, number, string, number, number],
    DeviceRow
  >(
    `INSERT INTO devices (app_id, account_key, label, license, buy_url, agent_id, vip, disabled, disable_reason, debug, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING ${DEVICE_COLUMNS}`,
  )
  const renew = raw.prepare<[number, string, number | null, number], DeviceRow>(
    `UPDATE devices SET vip = ?, license = ?, agent_id = ? WHERE id = ? RETURNING ${DEVICE_COLUMNS}`,
  )

  return {
    after: async (afterId, limit) => after.all(afterId, limit).map(deviceOfRow),

    find: async (appId, accountKey) => {
      const row = find.get(appId, accountKey)
      return row === undefined ? undefined : deviceOfRow(row)
    },

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

    list: async (scope, filter, query, now) => {
      const where = and(
        inScope(connection, scope, devices),
        filter.app === undefined ? undefined : eq(devices.appId, filter.app),
        filter.agent === undefined ? undefined : eq(devices.agentId, filter.agent),
        filter.state === undefined ? undefined : inState(filter.state, now),
        query.search === undefined || query.search === ''
          ? undefined
          : or(
              contains(devices.accountKey, query.search),
              contains(devices.label, query.search),
              contains(devices.license, query.search),
            ),
      )
      const order = query.desc ? desc : asc
      const rows = orm
        .select()
        .from(devices)
        .where(where)
        .orderBy(order(SORT[query.sort]), order(devices.id))
        .limit(query.limit)
        .offset(query.offset)
        .all()
      return { rows, total: await orm.$count(devices, where) }
    },
  }
}
