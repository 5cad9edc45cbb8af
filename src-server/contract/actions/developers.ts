import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { PERSON_STATES } from '../people.ts'
import {
  developerDetail,
  developerRecord,
  issuedInvitation,
  newPassword,
  personSettings,
} from '../records/person.ts'
import { planRecord, planSettings, usageRecord } from '../records/plan.ts'

const owner = ['owner'] as const
const id = z.int().min(1)
const target = z.strictObject({ id })
const reason = z.string().trim().max(255)
const time = z.int().min(0).max(253_402_300_799)

export const DEVELOPER_CONTRACT = {
  developer_list: defineAction({
    roles: owner,
    permission: 'people',
    reads: true,
    input: listInput(['id', 'name', 'created_at', 'last_sign_in_at'], {
      state: z.enum(PERSON_STATES),
      plan: id,
    }),
    output: listOutput(developerRecord),
  }),

  /** With what he uses of his plan. */
  developer_get: defineAction({
    roles: owner,
    permission: 'people',
    reads: true,
    input: target,
    output: developerDetail,
  }),

  /** Without a password he is invited: whoever has the link sets it, within seven days. */
  developer_create: defineAction({
    roles: owner,
    permission: 'people',
    input: personSettings
      .partial()
      .extend({ name: personSettings.shape.name, plan: id.nullish(), password: newPassword.optional() }),
    output: z.object({ developer: developerRecord, invitation: issuedInvitation.nullable() }),
  }),

  /** Changes the members it names. Another plan begins now, and ends by its own days unless an end is given. */
  developer_update: defineAction({
    roles: owner,
    permission: 'people',
    input: personSettings.partial().extend({ id, plan: id.nullish(), plan_ends_at: time.nullish() }),
    output: developerRecord,
  }),

  /** For a while: he and his staff are signed out, their applications go on. */
  developer_freeze: defineAction({
    roles: owner,
    permission: 'people',
    input: z.strictObject({ id, reason: reason.default('') }),
    output: developerRecord,
  }),

  developer_unfreeze: defineAction({
    roles: owner,
    permission: 'people',
    input: target,
    output: developerRecord,
  }),

  /**
   * For good, with a reason. His applications go on answering unless they are to be closed with it; lifting the ban opens
   * those again.
   */
  developer_ban: defineAction({
    roles: owner,
    permission: 'people',
    stepUp: true,
    input: z.strictObject({ id, reason: reason.min(1), close_apps: z.boolean().default(false) }),
    output: z.object({ developer: developerRecord, closed: z.int() }),
  }),

  developer_unban: defineAction({
    roles: owner,
    permission: 'people',
    stepUp: true,
    input: target,
    output: z.object({ developer: developerRecord, opened: z.int() }),
  }),

  /**
   * A link with which he sets another password within a day; the old one and his sessions end at once. Somebody who never
   * had one gets a new invitation.
   */
  developer_password_reset: defineAction({
    roles: owner,
    permission: 'people',
    stepUp: true,
    input: target,
    output: issuedInvitation,
  }),

  plan_list: defineAction({
    roles: owner,
    permission: 'people',
    reads: true,
    input: listInput(['id', 'name'], {}),
    output: listOutput(planRecord),
  }),

  /** A limit that isn't named is none. */
  plan_create: defineAction({
    roles: owner,
    permission: 'people',
    input: planSettings.partial().extend({ name: planSettings.shape.name }),
    output: planRecord,
  }),

  /** New limits hold at once for all who have the plan; days count for whom it is given to from now on. */
  plan_update: defineAction({
    roles: owner,
    permission: 'people',
    input: planSettings.partial().extend({ id }),
    output: planRecord,
  }),

  /** Refused with 409 while somebody has it. */
  plan_delete: defineAction({
    roles: owner,
    permission: 'people',
    input: z.strictObject({ id }),
    output: z.object({}),
  }),

  /** What the caller, or whom he works for, has of what his plan allows. */
  plan_usage: defineAction({
    roles: ['owner', 'developer'],
    permission: 'applications',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      /** Empty without a plan: nothing is limited then. */
      plan_name: z.string(),
      plan_ends_at: z.int().nullable(),
      /** Nothing new is made in the console; what there is goes on. */
      ended: z.boolean(),
      usage: usageRecord,
    }),
  }),
}
