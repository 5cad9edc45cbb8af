import { z } from 'zod'
import { defineAction } from '../action.ts'
import { HEALTHS } from '../health.ts'
import { MAX_HISTORY_POINTS } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import {
  commandRecord,
  DEVICE_STATES,
  deviceRecord,
  EXPIRY_SPANS,
  historyPoint,
  sameNumber,
} from '../records/device.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const id = z.int().min(1)

export const deviceFilter = {
  app: z.int(),
  agent: z.int(),
  health: z.enum(HEALTHS),
  state: z.enum(DEVICE_STATES),
  expires: z.enum(EXPIRY_SPANS),
}

export const deviceFields = {
  vip: z.int().min(0).max(253_402_300_799),
  label: z.string().max(64),
  license: z.string().max(64),
  buy_url: z.string().max(512),
  agent: z.int().min(1).nullable(),
  disabled: z.boolean(),
  disable_reason: z.string().max(255),
  debug: z.boolean(),
  note: z.string().max(255),
}

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
    input: listInput(['id', 'account_key', 'label', 'vip', 'created_at'], deviceFilter),
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
    input: z
      .strictObject(deviceFields)
      .partial()
      .extend({ app: z.int().min(1), account_key: z.string().max(128), vip: deviceFields.vip }),
    output: deviceRecord.extend({ same_number: sameNumber.optional() }),
  }),

  /** Which others have the number of a trading account that somebody is about to write down. */
  device_same_number: defineAction({
    roles: ['owner', 'developer'],
    permission: ['devices', 'devices.create', 'devices.edit'],
    reads: true,
    input: z.strictObject({
      app: z.int().min(1),
      account_key: z.string().max(128),
      /** The trading account that moves there. */
      except: id.optional(),
    }),
    output: z.object({ rows: sameNumber }),
  }),

  device_update: defineAction({
    roles: ['owner', 'developer'],
    permission: 'devices.edit',
    input: z.strictObject(deviceFields).partial().extend({ id }),
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
