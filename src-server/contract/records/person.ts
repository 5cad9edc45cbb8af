import { z } from 'zod'
import { MAX_QQ_LENGTH } from '../limits.ts'
import { INVITATION_KINDS, PERSON_STATES } from '../people.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { PERMISSIONS } from '../permissions.ts'
import { usageRecord } from './plan.ts'

/** A link that was given out and is neither used nor over; the link itself is shown once, when it is made. */
const invitationRecord = z.object({
  id: z.int(),
  kind: z.enum(INVITATION_KINDS),
  created_by: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
})

/** A link as whoever made it gets it: its token is nowhere else. */
export const issuedInvitation = z.object({ token: z.string(), expires_at: z.int() })
export type IssuedInvitation = z.output<typeof issuedInvitation>

/** What it is refused for is a matter of the name as well (password-rules.ts): 422, `password` a PasswordProblem. */
export const newPassword = z.string().min(1).max(LONGEST_PASSWORD)

/** What is said of somebody who signs in. */
export const personSettings = z.strictObject({
  name: z.string().trim().min(1).max(64),
  email: z.union([z.literal(''), z.email().max(254)]),
  /** What customers know him by on QQ: the public action `user` finds it. Empty for none. */
  qq: z.string().trim().max(MAX_QQ_LENGTH),
  note: z.string().max(2000),
})

/** Somebody who signs in to the console, as those who look after him see him. Times are Unix seconds. */
const personRecord = personSettings.extend({
  id: z.int(),
  state: z.enum(PERSON_STATES),
  /** Why he is frozen or banned. */
  reason: z.string(),
  invitation: invitationRecord.nullable(),
  /** Whether a code of an authenticator is asked for beside the password. */
  totp: z.boolean(),
  last_sign_in_at: z.int().nullable(),
  created_at: z.int(),
})
export type PersonRecord = z.output<typeof personRecord>

export const developerRecord = personRecord.extend({
  plan: z.int().nullable(),
  /** Empty without a plan: nothing is limited then. */
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
  /** How many have it. */
  staff: z.int(),
  created_at: z.int(),
})
export type StaffRoleRecord = z.output<typeof staffRoleRecord>

export const agentRecord = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(PERSON_STATES),
  /** The agent above it; null for one that works for developers alone. */
  parent: z.int().nullable(),
  /** 1 for one that works for developers alone, 2 for one below it, and so on. */
  level: z.int(),
  /** Whether the caller looks after it: `agent_update`. Of others the rest is empty. */
  own: z.boolean(),
  email: z.string(),
  qq: z.string(),
  note: z.string(),
})
export type AgentRecord = z.output<typeof agentRecord>
