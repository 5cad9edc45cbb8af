import type { Command } from '../../../domain/device/command.ts'
import type { CommandRepository } from '../../repositories/commands.ts'
import type { Connection } from '../connection.ts'

const COLUMNS = `id, device_id AS deviceId, state, reason, asked_by AS askedBy, asked_at AS askedAt,
  delivered_at AS deliveredAt, delivered_ip AS deliveredIp, delivered_positions AS deliveredPositions,
  confirmed_at AS confirmedAt, overdue_at AS overdueAt, overdue_positions AS overduePositions,
  withdrawn_at AS withdrawnAt, unreported_at AS unreportedAt, repeats, received_by AS receivedBy`

/** Each transition is one conditional UPDATE, so of two simultaneous callers only one gets the row. */
export function createCommandRepository({ raw }: Connection): CommandRepository {
  const newestBetween = raw.prepare<[number, number], Command>(
    `SELECT ${COLUMNS} FROM commands
     WHERE id IN (SELECT max(id) FROM commands WHERE device_id > ? AND device_id <= ? GROUP BY device_id)`,
  )
  const newest = raw.prepare<[string], Command>(
    `SELECT ${COLUMNS} FROM commands WHERE id IN (
       SELECT max(id) FROM commands WHERE device_id IN (SELECT value FROM json_each(?)) GROUP BY device_id
     )`,
  )
  const ofDevice = raw.prepare<[number, number], Command>(
    `SELECT ${COLUMNS} FROM commands WHERE device_id = ? ORDER BY id DESC LIMIT ?`,
  )
  const ask = raw.prepare<[number, string, string, number, number, string], Command>(
    `INSERT INTO commands (device_id, state, reason, asked_by, asked_at, repeats, received_by) VALUES (?, 'asked', ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
  )
  const withdraw = raw.prepare<[number, number], Command>(
    `UPDATE commands SET state = 'withdrawn', withdrawn_at = ? WHERE device_id = ? AND state = 'asked' RETURNING ${COLUMNS}`,
  )
  const dropOpen = raw.prepare<[number, number], Command>(
    `UPDATE commands SET state = 'withdrawn', withdrawn_at = ?
     WHERE device_id = ? AND state IN ('asked', 'delivered', 'overdue', 'unreported') RETURNING ${COLUMNS}`,
  )
  const deliver = raw.prepare<[number, string, number | null, number], Command>(
    `UPDATE commands SET state = 'delivered', delivered_at = ?, delivered_ip = ?, delivered_positions = ?
     WHERE id = ? AND state = 'asked' RETURNING ${COLUMNS}`,
  )
  const confirm = raw.prepare<[number, number], Command>(
    `UPDATE commands SET state = 'confirmed', confirmed_at = ?
     WHERE id = ? AND (state IN ('delivered', 'overdue', 'unreported') OR (state = 'asked' AND repeats > 0)) RETURNING ${COLUMNS}`,
  )
  const expire = raw.prepare<[number, number, number], Command>(
    `UPDATE commands SET state = 'overdue', overdue_at = ?, overdue_positions = ?
     WHERE id = ? AND state IN ('delivered', 'unreported') RETURNING ${COLUMNS}`,
  )
  const leaveUnreported = raw.prepare<[number, number], Command>(
    `UPDATE commands SET state = 'unreported', unreported_at = ? WHERE id = ? AND state = 'delivered' RETURNING ${COLUMNS}`,
  )
  return {
    newest: async (deviceIds) => newest.all(JSON.stringify(deviceIds)),
    newestBetween: async (afterDevice, lastDevice) => newestBetween.all(afterDevice, lastDevice),
    ofDevice: async (deviceId, limit) => ofDevice.all(deviceId, limit),
    ask: async ({ deviceId, reason, askedBy, askedAt, repeats, receivedBy }) =>
      ask.get(deviceId, reason, askedBy, askedAt, repeats, receivedBy),
    withdraw: async (deviceId, at) => withdraw.get(at, deviceId),
    dropOpen: async (deviceId, at) => dropOpen.all(at, deviceId).sort((a, b) => b.id - a.id),
    deliver: async (id, by) => deliver.get(by.at, by.ip, by.positions, id),
    confirm: async (id, at) => confirm.get(at, id),
    expire: async (id, at, positions) => expire.get(at, positions, id),
    leaveUnreported: async (id, at) => leaveUnreported.get(at, id),
  }
}
