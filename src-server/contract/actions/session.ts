import { z } from 'zod'
import { defineAction } from '../action.ts'
import { PERMISSIONS } from '../permissions.ts'
import { ROLES } from '../roles.ts'

export const signedIn = z.object({ name: z.string(), role: z.enum(ROLES), csrf: z.string() })
const password = z.string().min(8).max(256)
/** Six digits of an authenticator, or a recovery code. */
const otp = z.string().trim().min(1).max(32)

export const login = defineAction({
  name: 'login',
  roles: 'public',
  input: z.strictObject({
    name: z.string().trim().min(1).max(64),
    password: z.string().min(1).max(256),
    otp: z.string().max(16).optional(),
  }),
  output: signedIn,
})

/** Sets the owner's first password with the one-time token of the printed set-up address; signs in. */
export const setup = defineAction({
  name: 'setup',
  roles: 'public',
  input: z.strictObject({ token: z.string().min(1).max(128), password }),
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
    /** Works on an employer's things; `role` is the employer's then. */
    staff: z.boolean(),
    /** Whether an authenticator's code is asked for beside the password. */
    totp: z.boolean(),
    /** Dangerous acts are allowed until then, Unix seconds. */
    elevated_until: z.int(),
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
