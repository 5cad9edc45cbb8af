import type { Command } from '../../../domain/device/command.ts'
import { COMMAND_COLUMNS, COMMAND_TEXTS } from '../../command-texts.ts'
import type { CommandRepository } from '../../repositories/commands.ts'
import type { Connection } from '../connection.ts'

export function createCommandRepository({ raw }: Connection): CommandRepository {
  const newestBetween = raw.prepare<[number, number], Command>(COMMAND_TEXTS.newestBetween)
  const newest = raw.prepare<[string], Command>(
    `SELECT ${COMMAND_COLUMNS} FROM commands WHERE id IN (
       SELECT max(id) FROM commands WHERE device_id IN (SELECT value FROM json_each(?)) GROUP BY device_id
     )`,
  )
  const ofDevice = raw.prepare<[number, number], Command>(COMMAND_TEXTS.ofDevice)
  const ask = raw.prepare<[number, string, string, number, number, string], Command>(
    COMMAND_TEXTS.ask("VALUES (?, 'asked', ?, ?, ?, ?, ?)"),
  )
  const withdraw = raw.prepare<[number, string], Command>(
    COMMAND_TEXTS.withdraw('IN (SELECT value FROM json_each(?))'),
  )
  const dropOpen = raw.prepare<[number, number], Command>(COMMAND_TEXTS.dropOpen)
  const deliver = raw.prepare<[number, string, number | null, number], Command>(COMMAND_TEXTS.deliver)
  const confirm = raw.prepare<[number, number], Command>(COMMAND_TEXTS.confirm)
  const expire = raw.prepare<[number, number, number], Command>(COMMAND_TEXTS.expire)
  const leaveUnreported = raw.prepare<[number, number], Command>(COMMAND_TEXTS.leaveUnreported)
  return {
    newest: async (deviceIds) => newest.all(JSON.stringify(deviceIds)),
    newestBetween: async (afterDevice, lastDevice) => newestBetween.all(afterDevice, lastDevice),
    ofDevice: async (deviceId, limit) => ofDevice.all(deviceId, limit),
    ask: async (commands) =>
      commands.flatMap(
        ({ deviceId, reason, askedBy, askedAt, repeats, receivedBy }) =>
          ask.get(deviceId, reason, askedBy, askedAt, repeats, receivedBy) ?? [],
      ),
    withdraw: async (deviceIds, at) =>
      withdraw.all(at, JSON.stringify(deviceIds)).sort((a, b) => a.id - b.id),
    dropOpen: async (deviceId, at) => dropOpen.all(at, deviceId).sort((a, b) => b.id - a.id),
    deliver: async (id, by) => deliver.get(by.at, by.ip, by.positions, id),
    confirm: async (id, at) => confirm.get(at, id),
    expire: async (id, at, positions) => expire.get(at, positions, id),
    leaveUnreported: async (id, at) => leaveUnreported.get(at, id),
  }
}
