import { z } from 'zod'
import { defineAction } from '../action.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { INVITATION_KINDS } from '../people.ts'
import { PERMISSIONS } from '../permissions.ts'
import { newPassword } from '../records/person.ts'
import { ROLES } from '../roles.ts'

const signedIn = z.object({ name: z.string(), role: z.enum(ROLES), csrf: z.string() })
/** Six digits of an authenticator, or a recovery code. */
const otp = z.string().trim().min(1).max(32)

/** The token of an invitation's link. */
const token = z.string().min(1).max(128)

export const SESSION_CONTRACT = {
  /** 401 with `fields.otp` where the password is right: `required` asks for a code, `wrong` for another one. */
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
   * Sets the owner's first password with the one-time token of the printed set-up address, or another one where the server was
   * started to recover him: then his sessions end and no authenticator is asked for any more. Signs in. 422: `password` is a
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
      /** Whose things are worked on: his own number, or his employer's. */
      operator: z.int(),
      /** Works on an employer's things; `role` is the employer's then. */
      staff: z.boolean(),
      /** Whether an authenticator's code is asked for beside the password. */
      totp: z.boolean(),
      /** Dangerous acts are allowed until then, Unix seconds. */
      elevated_until: z.int(),
      /** Where programs in the field reach the server, without `/api.php`: `https://licence.example.com`. */
      public_url: z.string(),
      /** ISO 4217: what sums of agents' business are in, as its minor unit. */
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

  /** Who a link is for; 404 when it was used, is over or was never one. */
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
   * Sets the password, once, and signs in. `session` is null where an authenticator's code is asked for as well: then one
   * signs in as usual.
   */
  invitation_accept: defineAction({
    roles: 'public',
    input: z.strictObject({ token, password: newPassword }),
    output: z.object({ session: signedIn.nullable() }),
  }),

  /** The link is worth nothing from then on. */
  invitation_revoke: defineAction({
    roles: ROLES,
    permission: ['people', 'staff', 'sales.manage'],
    input: z.strictObject({ id: z.int().min(1) }),
    output: z.object({}),
  }),
}
