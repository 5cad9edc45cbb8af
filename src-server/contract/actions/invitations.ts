import { z } from 'zod'
import { defineAction } from '../action.ts'
import { INVITATION_KINDS } from '../people.ts'
import { newPassword } from '../records/person.ts'
import { ROLES } from '../roles.ts'
import { signedIn } from './session.ts'

const token = z.string().min(1).max(128)

/** Who a link is for; 404 when it was used, is over or was never one. */
export const invitationGet = defineAction({
  name: 'invitation_get',
  roles: 'public',
  reads: true,
  input: z.strictObject({ token }),
  output: z.object({
    kind: z.enum(INVITATION_KINDS),
    name: z.string(),
    role: z.enum(ROLES),
    invited_by: z.string(),
    expires_at: z.int(),
  }),
})

/**
 * Sets the password, once, and signs in. `session` is null where an authenticator's code is asked for as well: then one
 * signs in as usual.
 */
export const invitationAccept = defineAction({
  name: 'invitation_accept',
  roles: 'public',
  input: z.strictObject({ token, password: newPassword }),
  output: z.object({ session: signedIn.nullable() }),
})

/** The link is worth nothing from then on. */
export const invitationRevoke = defineAction({
  name: 'invitation_revoke',
  roles: ROLES,
  permission: ['people', 'staff', 'sales.manage'],
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({}),
})
