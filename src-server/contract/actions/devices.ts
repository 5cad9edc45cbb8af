import { z } from 'zod'
import { defineAction } from '../action.ts'
import { CODE_CHOICES, EXPIRY_SPANS } from '../device-names.ts'
import {
  MAX_EXTENSION_SECONDS,
  MAX_HISTORY_POINTS,
  MAX_IMPORTED_DEVICES,
  MAX_TRENDS,
  MAX_TREND_POINTS,
} from '../limits.ts'
import {
  bulkAnswer,
  bulkOutput,
  bulkTarget,
  listInput,
  listOutput,
  ONE_TARGET,
  someChange,
} from '../paging.ts'
import { commandRecord, deviceRecord, historyPoint, sameNumber } from '../records/device.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { importNumber, importOrigin } from '../records/import.ts'
import { referenceTo } from '../reference.ts'
import { DEVICE } from '../subjects/device.ts'
import { bulkShape, createShape, editShape, fieldSchema, filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const manages = ['owner', 'developer'] as const
const id = referenceTo('device')
const app = referenceTo('application')

const deviceFilter = filterShape(DEVICE)
const tags = fieldSchema(DEVICE.fields.tags).optional()
const bulkMembers = { ...bulkShape(DEVICE), add_tags: tags, remove_tags: tags }

const controls = {
  pause_open: z.boolean().optional(),
  pause_add: z.boolean().optional(),
  /** true asks to close everything, false withdraws a command that isn't delivered yet. */
  close_all: z.boolean().optional(),
  reason: z.string().max(255).default(''),
}

const span = { from: z.int().min(0), to: z.int().min(0) }

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
    /** `commands`: the newest first, at most 100. */
    output: deviceRecord.extend({ commands: z.array(commandRecord), same_number: sameNumber.optional() }),
  }),

  device_create: defineAction({
    roles: ['owner', 'developer'],
    permission: 'devices.create',
    creates: true,
    input: z.strictObject(createShape(DEVICE)),
    output: deviceRecord.extend({ same_number: sameNumber.optional() }),
  }),

  /** Other trading accounts with the same account number, to warn before one is created or moved. */
  device_same_number: defineAction({
    roles: ['owner', 'developer'],
    permission: ['devices', 'devices.create', 'devices.edit'],
    reads: true,
    input: z.strictObject({
      app,
      account_key: fieldSchema(DEVICE.fields.account_key),
      /** The trading account that moves to the key. */
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

  /** Sets the remote switches of trading accounts, by `ids` or by `filter`. */
  device_control: defineAction({
    roles: everyone,
    permission: 'devices.control',
    size: 'selection',
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
      ...span,
      points: z.int().min(1).max(MAX_HISTORY_POINTS).default(500),
    }),
    output: z.object({ rows: z.array(historyPoint) }),
  }),

  /**
   * The equity of several trading accounts in a few points each: the last of each part of the span, null for none.
   * Accounts that the caller doesn't see are absent.
   */
  device_trends: defineAction({
    roles: everyone,
    permission: 'devices',
    reads: true,
    input: z.strictObject({
      ids: z.array(id).min(1).max(MAX_TRENDS),
      ...span,
      points: z.int().min(1).max(MAX_TREND_POINTS),
    }),
    output: z.object({ rows: z.array(z.object({ id: z.int(), equity: z.array(z.number().nullable()) })) }),
  }),

  /** Changes the members that the input names, of many trading accounts. One that would have too many tags is skipped. */
  device_bulk: defineAction({
    roles: manages,
    permission: 'devices.edit',
    size: 'selection',
    input: z
      .strictObject({
        ...bulkTarget('device', deviceFilter),
        ...bulkMembers,
      })
      .refine(...ONE_TARGET)
      .refine(...someChange(bulkMembers)),
    output: bulkAnswer,
  }),

  /**
   * Extends authorizations: by `seconds` from now or from the end, the later one, or `until` a later time. It never shortens:
   * a permanent one is skipped, and one that ends after `until`. Concurrent calls add up.
   */
  device_extend: defineAction({
    roles: manages,
    permission: 'devices.edit',
    size: 'selection',
    input: z
      .strictObject({
        ...bulkTarget('device', deviceFilter),
        seconds: z.int().min(1).max(MAX_EXTENSION_SECONDS).optional(),
        until: fieldSchema(DEVICE.fields.vip).optional(),
      })
      .refine(...ONE_TARGET)
      .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
        error: 'either seconds or until',
        path: ['seconds'],
      }),
    output: bulkAnswer.extend({
      /** The ends before and after, for an undo. A job answers none. */
      changed: z.array(z.object({ id: z.int(), from: z.int(), to: z.int() })).optional(),
    }),
  }),

  /** Deletes trading accounts with their commands. Their history is deleted by age. By a filter it needs `step_up`. */
  device_delete: defineAction({
    roles: manages,
    permission: 'devices.edit',
    stepUpFor: ({ filter, dry_run: dryRun }) => filter !== undefined && !dryRun,
    size: 'selection',
    input: z
      .strictObject({ ...bulkTarget('device', deviceFilter), codes: z.enum(CODE_CHOICES).default('spent') })
      .refine(...ONE_TARGET),
    /** `codes` of a dry run: how many codes were used for these accounts. */
    output: bulkAnswer.extend({ codes: z.int().optional() }),
  }),

  /**
   * Moves an authorization with everything it has, its codes too, to another trading account. The old account is refused at
   * once. 409 where the new account exists.
   */
  device_move: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z.strictObject({ id, account_key: fieldSchema(DEVICE.fields.account_key) }),
    output: deviceRecord.extend({ same_number: sameNumber.optional() }),
  }),

  /** How many authorizations that the caller sees end in each span. */
  device_expiring: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'devices',
    reads: true,
    input: z.strictObject({
      filter: z
        .strictObject({ app, agent: referenceTo('agent') })
        .partial()
        .default({}),
    }),
    output: z.object({ counts: z.record(z.enum(EXPIRY_SPANS), z.int()) }),
  }),

  /** The trading accounts of a filter as a file in pieces, with their last pulse. */
  device_export: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'devices',
    reads: true,
    input: exportInput(deviceFilter),
    output: exportOutput,
  }),

  /**
   * Trading accounts from a file. A row is an `importedDevice`. A wrong row is skipped with the reason, and the others are
   * imported. `existing` says what happens to an account that exists: it is skipped, or it gets the members of its row.
   */
  device_import: defineAction({
    roles: ['owner', 'developer'],
    permission: 'devices.create',
    creates: true,
    size: 'import',
    input: z.strictObject({
      app,
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_DEVICES),
      existing: z.enum(['skip', 'update']).default('skip'),
      dry_run: z.boolean().default(false),
      ...importOrigin,
    }),
    output: z.object({
      done: z.int(),
      import: importNumber,
      /** How many of `done` existed and got the members of their rows. */
      updated: z.int(),
      /** Their rows. */
      changes: z.array(z.int()),
      skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
      /** New accounts whose number an older account has, at most 100. */
      same_number: z.array(z.object({ row: z.int(), account_key: z.string(), others: sameNumber })),
    }),
  }),
}
