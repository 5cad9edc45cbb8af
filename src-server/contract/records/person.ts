import { z } from 'zod'
import { MAX_QQ_LENGTH } from '../limits.ts'
import { INVITATION_KINDS, PERSON_STATES } from '../people.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { PERMISSIONS } from '../permissions.ts'
import { usageRecord } from './plan.ts'

/** An invitation that is neither used nor expired. Its link is shown only once, when it is made. */
const invitationRecord = z.object({
  id: z.int(),
  kind: z.enum(INVITATION_KINDS),
  created_by: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
})

/** An invitation for the operator who made it. The token is stored nowhere else. */
export const issuedInvitation = z.object({ token: z.string(), expires_at: z.int() })
export type IssuedInvitation = z.output<typeof issuedInvitation>

/**
 * The rules for a new password also depend on the name (password-rules.ts). A refusal is 422, with a
 * PasswordProblem as `password`.
 */
export const newPassword = z.string().min(1).max(LONGEST_PASSWORD)

/** The members of an operator that others write. */
export const personSettings = z.strictObject({
  name: z.string().trim().min(1).max(64),
  email: z.union([z.literal(''), z.email().max(254)]),
  /** The operator's QQ number for customers. The public action `user` searches it. Empty for none. */
  qq: z.string().trim().max(MAX_QQ_LENGTH),
  note: z.string().max(2000),
})

/** An operator as their overseers see them. Times are Unix seconds. */
const personRecord = personSettings.extend({
  id: z.int(),
  state: z.enum(PERSON_STATES),
  /** Why the operator is frozen or banned. */
  reason: z.string(),
  invitation: invitationRecord.nullable(),
  /** Whether sign-in also asks for an authenticator's code. */
  totp: z.boolean(),
  last_sign_in_at: z.int().nullable(),
  created_at: z.int(),
})
export type PersonRecord = z.output<typeof personRecord>

export const developerRecord = personRecord.extend({
  plan: z.int().nullable(),
  /** Empty without a plan, when there are no limits. */
  plan_name: z.string(),
  plan_ends_at: z.int().nullable(),
  applications: z.int(),
})
export type DeveloperRecord = z.output<typeof developerRecord>

export const developerDetail = developerRecord.extend({ usage: usageRecord })

export const staffRecord = personRecord.extend({
  role: z.int().nullable(),
  role_name: z.string(),
})
export type StaffRecord = z.output<typeof staffRecord>

export const staffRoleSettings = z.strictObject({
  name: z.string().trim().min(1).max(64),
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length),
})

export const staffRoleRecord = staffRoleSettings.extend({
  id: z.int(),
  /** The number of staff with this role. */
  staff: z.int(),
  created_at: z.int(),
})
export type StaffRoleRecord = z.output<typeof staffRoleRecord>

export const agentRecord = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(PERSON_STATES),
  /** The agent above this one. null for an agent directly under developers. */
  parent: z.int().nullable(),
  /** 1 for an agent directly under developers, 2 for one below it, and so on. */
  level: z.int(),
  /** Whether the caller manages this agent (`agent_update`). For other agents the rest is empty. */
  own: z.boolean(),
  email: z.string(),
  qq: z.string(),
  note: z.string(),
})
export type AgentRecord = z.output<typeof agentRecord>
