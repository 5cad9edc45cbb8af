import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_EXTENSION_SECONDS } from '../limits.ts'
import { bulkAnswer, bulkTarget, ONE_TARGET } from '../paging.ts'
import { EXPIRY_SPANS } from '../device-names.ts'
import { deviceRecord, sameNumber } from '../records/device.ts'
import { DEVICE } from '../subjects/device.ts'
import { bulkShape, fieldSchema } from '../subjects/schemas.ts'
import { deviceFilter } from './devices.ts'

const manages = ['owner', 'developer'] as const

/** What becomes of the codes that were used for deleted trading accounts: disabled, or unused again with all their time. */
export const CODE_CHOICES = ['spent', 'free'] as const
export type CodeChoice = (typeof CODE_CHOICES)[number]

export const DEVICE_BULK_CONTRACT = {
  /** Gives many trading accounts the members it names. */
  device_bulk: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z
      .strictObject({
        ...bulkTarget(deviceFilter),
        ...bulkShape(DEVICE),
      })
      .refine(...ONE_TARGET),
    output: bulkAnswer,
  }),

  /**
   * Lengthens authorizations: by `seconds` from now or from their end, whichever is later, or `until` a time they don't
   * reach yet. Nothing is shortened; those for ever are skipped, and those that reach it. Calls at once add up.
   */
  device_extend: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z
      .strictObject({
        ...bulkTarget(deviceFilter),
        seconds: z.int().min(1).max(MAX_EXTENSION_SECONDS).optional(),
        until: fieldSchema(DEVICE.fields.vip).optional(),
      })
      .refine(...ONE_TARGET)
      .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
        error: 'either seconds or until',
        path: ['seconds'],
      }),
    output: bulkAnswer.extend({
      /** The ends before and after, of a call that wasn't a job: for taking it back. */
      changed: z.array(z.object({ id: z.int(), from: z.int(), to: z.int() })).optional(),
    }),
  }),

  /** With their commands; what they reported goes with its time. By a filter it wants a password given lately. */
  device_delete: defineAction({
    roles: manages,
    permission: 'devices.edit',
    stepUpFor: ({ filter, dry_run: dryRun }) => filter !== undefined && !dryRun,
    input: z
      .strictObject({ ...bulkTarget(deviceFilter), codes: z.enum(CODE_CHOICES).default('spent') })
      .refine(...ONE_TARGET),
    /** A dry run's `codes`: how many codes were used for these accounts. */
    output: bulkAnswer.extend({ codes: z.int().optional() }),
  }),

  /**
   * Moves an authorization to another trading account: all it has goes along, its codes too, and the old account is refused
   * at once. 409 for an account that is there already.
   */
  device_move: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z.strictObject({ id: z.int().min(1), account_key: fieldSchema(DEVICE.fields.account_key) }),
    output: deviceRecord.extend({ same_number: sameNumber.optional() }),
  }),

  /** How many authorizations end when, of those the caller sees. */
  device_expiring: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'devices',
    reads: true,
    input: z.strictObject({ filter: z.strictObject({ app: z.int(), agent: z.int() }).partial().default({}) }),
    output: z.object({ counts: z.record(z.enum(EXPIRY_SPANS), z.int()) }),
  }),
}
