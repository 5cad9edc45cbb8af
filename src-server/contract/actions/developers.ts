import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import {
  developerDetail,
  developerRecord,
  issuedInvitation,
  newPassword,
  personSettings,
} from '../records/person.ts'
import { planRecord, planSettings, usageRecord } from '../records/plan.ts'
import { referenceTo } from '../reference.ts'
import { DEVELOPER, PLAN } from '../subjects/people.ts'
import { fieldSchema, filterShape } from '../subjects/schemas.ts'

const owner = ['owner'] as const
const id = referenceTo('developer')
const plan = referenceTo('plan')
const target = z.strictObject({ id })
const reason = z.string().trim().max(255)

export const DEVELOPER_CONTRACT = {
  developer_list: defineAction({
    roles: owner,
    permission: 'people',
    reads: true,
    input: listInput(DEVELOPER.sorts, filterShape(DEVELOPER)),
    output: listOutput(developerRecord),
  }),

  /** A developer with their use of their plan. */
  developer_get: defineAction({
    roles: owner,
    permission: 'people',
    reads: true,
    input: target,
    output: developerDetail,
  }),

  /** Without a password it makes an invitation: a link to set the password, valid for seven days. */
  developer_create: defineAction({
    roles: owner,
    permission: 'people',
    input: personSettings
      .partial()
      .extend({ name: personSettings.shape.name, plan: plan.nullish(), password: newPassword.optional() }),
    output: z.object({ developer: developerRecord, invitation: issuedInvitation.nullable() }),
  }),

  /** Changes the members that the input names. A new plan begins now, and ends after its days unless an end is given. */
  developer_update: defineAction({
    roles: owner,
    permission: 'people',
    input: personSettings.partial().extend({
      id,
      plan: plan.nullish(),
      plan_ends_at: fieldSchema(DEVELOPER.fields.plan_ends_at).optional(),
    }),
    output: developerRecord,
  }),

  /** Signs the developer and their staff out until they are unfrozen. Their applications go on answering. */
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
   * Shuts a developer out for good, with a reason. Their applications go on answering unless `close_apps` closes them too.
   * `developer_unban` opens those again.
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
   * Makes a link to set another password within a day. The old password and the developer's sessions end at once. A
   * developer who never set a password gets a new invitation.
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
    input: listInput(PLAN.sorts, {}),
    output: listOutput(planRecord),
  }),

  /** A limit that the input doesn't name is unlimited. */
  plan_create: defineAction({
    roles: owner,
    permission: 'people',
    input: planSettings.partial().extend({ name: planSettings.shape.name }),
    output: planRecord,
  }),

  /** New limits hold at once for every developer of the plan. New days count from the next time that the plan is given. */
  plan_update: defineAction({
    roles: owner,
    permission: 'people',
    input: planSettings.partial().extend({ id: plan }),
    output: planRecord,
  }),

  /** 409 while a developer has the plan. */
  plan_delete: defineAction({
    roles: owner,
    permission: 'people',
    input: z.strictObject({ id: plan }),
    output: z.object({}),
  }),

  /** The caller's use of their plan, or of their employer's plan. */
  plan_usage: defineAction({
    roles: ['owner', 'developer'],
    permission: 'applications',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      /** Empty without a plan, which has no limits. */
      plan_name: z.string(),
      plan_ends_at: z.int().nullable(),
      /** true: the console makes nothing new. Everything that exists goes on. */
      ended: z.boolean(),
      usage: usageRecord,
    }),
  }),
}
