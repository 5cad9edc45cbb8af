import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_HISTORY_POINTS } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { commandRecord, deviceRecord, historyPoint, sameNumber } from '../records/device.ts'
import { DEVICE } from '../subjects/device.ts'
import { createShape, editShape, fieldSchema, filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const id = z.int().min(1)

export const deviceFilter = filterShape(DEVICE)

const controls = {
  pause_open: z.boolean().optional(),
  pause_add: z.boolean().optional(),
  /** true asks, false takes a command back that isn't delivered yet. */
  close_all: z.boolean().optional(),
  reason: z.string().max(255).default(''),
}

export const DEVICE_CONTRACT = {
  device_list: defineAction({
    roles: everyone,
    permission: 'devices',
    reads: true,
    input: listInput(DEVICE.sorts, deviceFilter),
    output: listOutput(deviceRecord),
  }),

  device_get: defineAction({
    roles: everyone,
    permission: 'devices',
    reads: true,
    input: z.strictObject({ id }),
    /** With its commands, newest first, at most 100. */
    output: deviceRecord.extend({ commands: z.array(commandRecord), same_number: sameNumber.optional() }),
  }),

  device_create: defineAction({
    roles: ['owner', 'developer'],
    permission: 'devices.create',
    creates: true,
    input: z.strictObject(createShape(DEVICE)),
    output: deviceRecord.extend({ same_number: sameNumber.optional() }),
  }),

  /** Which others have the number of a trading account that somebody is about to write down. */
  device_same_number: defineAction({
    roles: ['owner', 'developer'],
    permission: ['devices', 'devices.create', 'devices.edit'],
    reads: true,
    input: z.strictObject({
      app: z.int().min(1),
      account_key: fieldSchema(DEVICE.fields.account_key),
      /** The trading account that moves there. */
      except: id.optional(),
    }),
    output: z.object({ rows: sameNumber }),
  }),

  device_update: defineAction({
    roles: ['owner', 'developer'],
    permission: 'devices.edit',
    input: z.strictObject({ ...editShape(DEVICE), id }),
    output: deviceRecord,
  }),

  /** Either `ids` or `filter` says which devices. */
  device_control: defineAction({
    roles: everyone,
    permission: 'devices.control',
    input: z
      .strictObject({
        ids: z.array(id).min(1).max(100_000).optional(),
        filter: z.strictObject(deviceFilter).partial().optional(),
        ...controls,
      })
      .refine((given) => (given.ids === undefined) !== (given.filter === undefined), {
        error: 'either ids or filter',
        path: ['ids'],
      }),
    output: bulkOutput.partial().extend({ job: z.string().optional() }),
  }),

  device_history: defineAction({
    roles: everyone,
    permission: 'devices',
    reads: true,
    input: z.strictObject({
      id,
      from: z.int().min(0),
      to: z.int().min(0),
      points: z.int().min(1).max(MAX_HISTORY_POINTS).default(500),
    }),
    output: z.object({ rows: z.array(historyPoint) }),
  }),
}
