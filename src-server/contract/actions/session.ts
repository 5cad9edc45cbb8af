import { z } from 'zod'
import { defineAction } from '../action.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { INVITATION_KINDS } from '../people.ts'
import { PERMISSIONS, ROLES } from '../permissions.ts'
import { newPassword } from '../records/person.ts'
import { REACHES } from '../public-address.ts'
import { referenceTo } from '../reference.ts'

const signedIn = z.object({ name: z.string(), role: z.enum(ROLES), csrf: z.string() })
/** Six digits of an authenticator, or a recovery code. */
const otp = z.string().trim().min(1).max(32)

/** The token of an invitation's link. */
const token = z.string().min(1).max(128)

export const SESSION_CONTRACT = {
  /** 401 with `fields.otp` where the password is right: `required` asks for a code, `wrong` for another code. */
  login: defineAction({
    roles: 'public',
    input: z.strictObject({
      name: z.string().trim().min(1).max(64),
      password: z.string().min(1).max(256),
      otp: otp.optional(),
    }),
    output: signedIn,
  }),

  /**
   * Sets the owner's first password with the one-time token of the printed set-up address, and signs in. Where the server was
   * started to recover the owner, it also ends the owner's sessions and switches the authenticator off. 422: `password` is a
   * PasswordProblem.
   */
  setup: defineAction({
    roles: 'public',
    input: z.strictObject({
      token: z.string().min(1).max(128),
      password: z.string().min(1).max(LONGEST_PASSWORD),
    }),
    output: signedIn,
  }),

  logout: defineAction({
    roles: ROLES,
    permission: 'self',
    input: z.strictObject({}),
    output: z.object({}),
  }),

  me: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: signedIn.extend({
      permissions: z.array(z.enum(PERMISSIONS)),
      /** The operator whose things the caller works on: the caller, or their employer. */
      operator: z.int(),
      /** true: the caller is staff. `role` is the employer's. */
      staff: z.boolean(),
      /** Whether signing in asks for an authenticator's code. */
      totp: z.boolean(),
      /** The end of the permission for dangerous acts, Unix seconds. */
      elevated_until: z.int(),
      /** Where programs in the field reach the server, without `/api.php`: `https://licence.example.com`. */
      public_url: z.string(),
      /** false: the owner has not set the address, and `public_url` is a guess. */
      public_is_set: z.boolean(),
      /** Who can reach `public_url`: everybody, the server's own network, or its machine alone. */
      public_reach: z.enum(REACHES),
      /** The currency of agents' sums, ISO 4217. Sums count its minor unit. */
      currency: z.string(),
    }),
    csrf: false,
  }),

  /** Allows dangerous acts for ten minutes. 422 with `fields.password`, or `fields.otp`: `required` or why it is wrong. */
  step_up: defineAction({
    roles: ROLES,
    permission: 'self',
    input: z.strictObject({ password: z.string().min(1).max(256), otp: otp.optional() }),
    output: z.object({ elevated_until: z.int() }),
  }),

  /** The person that a link is for. 404 for a link that was used, has ended or never was one. */
  invitation_get: defineAction({
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
  }),

  /**
   * Sets the password, once, and signs in. `session` is null where signing in asks for an authenticator's code as well:
   * the person then signs in by `login`.
   */
  invitation_accept: defineAction({
    roles: 'public',
    input: z.strictObject({ token, password: newPassword }),
    output: z.object({ session: signedIn.nullable() }),
  }),

  /** Makes the link void. */
  invitation_revoke: defineAction({
    roles: ROLES,
    permission: ['people', 'staff', 'sales.manage'],
    input: z.strictObject({ id: referenceTo('invitation') }),
    output: z.object({}),
  }),
}
