import { z } from 'zod'
import { defineAction } from '../action.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { PERMISSIONS } from '../permissions.ts'
import { ROLES } from '../roles.ts'

export const signedIn = z.object({ name: z.string(), role: z.enum(ROLES), csrf: z.string() })
/** Six digits of an authenticator, or a recovery code. */
const otp = z.string().trim().min(1).max(32)

/** 401 with `fields.otp` where the password is right: `required` asks for a code, `wrong` for another one. */
export const login = defineAction({
  name: 'login',
  roles: 'public',
  input: z.strictObject({
    name: z.string().trim().min(1).max(64),
    password: z.string().min(1).max(256),
    otp: otp.optional(),
  }),
  output: signedIn,
})

/**
 * Sets the owner's first password with the one-time token of the printed set-up address, or another one where the server was
 * started to recover him: then his sessions end and no authenticator is asked for any more. Signs in. 422: `password` is a
 * PasswordProblem.
 */
export const setup = defineAction({
  name: 'setup',
  roles: 'public',
  input: z.strictObject({
    token: z.string().min(1).max(128),
    password: z.string().min(1).max(LONGEST_PASSWORD),
  }),
  output: signedIn,
})

export const logout = defineAction({
  name: 'logout',
  roles: ROLES,
  permission: 'self',
  input: z.strictObject({}),
  output: z.object({}),
})

export const me = defineAction({
  name: 'me',
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
})

/** Allows dangerous acts for ten minutes. 422 with `fields.password`, or `fields.otp`: `required` or why it is wrong. */
export const stepUp = defineAction({
  name: 'step_up',
  roles: ROLES,
  permission: 'self',
  input: z.strictObject({ password: z.string().min(1).max(256), otp: otp.optional() }),
  output: z.object({ elevated_until: z.int() }),
})
