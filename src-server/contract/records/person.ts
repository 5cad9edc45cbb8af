import { z } from 'zod'
import { INVITATION_KINDS } from '../people.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { PERMISSIONS } from '../permissions.ts'
import { AGENT, DEVELOPER, ROLE, STAFF } from '../subjects/people.ts'
import { recordSchema, writtenShape } from '../subjects/schemas.ts'
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
  ...writtenShape(AGENT),
  email: z.union([z.literal(''), z.email().max(AGENT.fields.email.max)]),
})

const parts = { invitation: invitationRecord.nullable() }

/** An operator as their overseers see them. Times are Unix seconds. */
export const developerRecord = recordSchema(DEVELOPER, parts)
export type DeveloperRecord = z.output<typeof developerRecord>
export const developerDetail = developerRecord.extend({ usage: usageRecord })

export const staffRecord = recordSchema(STAFF, parts)
export type StaffRecord = z.output<typeof staffRecord>
/** The common part of developers' and staff's records. */
export type PersonRecord = Pick<DeveloperRecord, keyof DeveloperRecord & keyof StaffRecord>

const permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length)

export const staffRoleSettings = z.strictObject({ ...writtenShape(ROLE), permissions })

export const staffRoleRecord = recordSchema(ROLE, { permissions })
export type StaffRoleRecord = z.output<typeof staffRoleRecord>

export const agentRecord = recordSchema(AGENT, {})
export type AgentRecord = z.output<typeof agentRecord>
