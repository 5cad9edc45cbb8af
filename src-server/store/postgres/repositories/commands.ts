import type { Command } from '../../../domain/device/command.ts'
import { COMMAND_COLUMNS, COMMAND_TEXTS } from '../../command-texts.ts'
import type { CommandRepository } from '../../repositories/commands.ts'
import { recordsText, type Connection } from '../connection.ts'

export function createCommandRepository({ prepare }: Connection): CommandRepository {
  const newestBetween = prepare<[number, number], Command>(COMMAND_TEXTS.newestBetween)
  const newest = prepare<[readonly number[]], Command>(
    `SELECT ${COMMAND_COLUMNS} FROM commands WHERE id IN (
       SELECT max(id) FROM commands WHERE device_id = ANY(?::bigint[]) GROUP BY device_id
     )`,
  )
  const ofDevice = prepare<[number, number], Command>(COMMAND_TEXTS.ofDevice)
  const ask = prepare<[string], Command>(
    COMMAND_TEXTS.ask(
      `SELECT "deviceId", 'asked', reason, "askedBy", "askedAt", repeats, "receivedBy" FROM json_to_recordset(?::json)
         AS asked ("deviceId" bigint, reason text, "askedBy" text, "askedAt" bigint, repeats bigint, "receivedBy" text)`,
    ),
  )
  const withdraw = prepare<[number, readonly number[]], Command>(COMMAND_TEXTS.withdraw('= ANY(?::bigint[])'))
  const dropOpen = prepare<[number, number], Command>(COMMAND_TEXTS.dropOpen)
  const deliver = prepare<[number, string, number | null, number], Command>(COMMAND_TEXTS.deliver)
  const confirm = prepare<[number, number], Command>(COMMAND_TEXTS.confirm)
  const expire = prepare<[number, number, number], Command>(COMMAND_TEXTS.expire)
  const leaveUnreported = prepare<[number, number], Command>(COMMAND_TEXTS.leaveUnreported)
  return {
    newest: (deviceIds) => newest.all(deviceIds),
    newestBetween: (afterDevice, lastDevice) => newestBetween.all(afterDevice, lastDevice),
    ofDevice: (deviceId, limit) => ofDevice.all(deviceId, limit),
    ask: async (commands) => (await ask.all(recordsText(commands))).sort((a, b) => a.id - b.id),
    withdraw: async (deviceIds, at) => (await withdraw.all(at, deviceIds)).sort((a, b) => a.id - b.id),
    dropOpen: async (deviceId, at) => (await dropOpen.all(at, deviceId)).sort((a, b) => b.id - a.id),
    deliver: (id, by) => deliver.get(by.at, by.ip, by.positions, id),
    confirm: (id, at) => confirm.get(at, id),
    expire: (id, at, positions) => expire.get(at, positions, id),
    leaveUnreported: (id, at) => leaveUnreported.get(at, id),
  }
}
