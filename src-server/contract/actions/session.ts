import { z } from 'zod'
import { defineAction } from '../action.ts'
import { ROLES } from '../roles.ts'

const signedIn = z.object({ name: z.string(), role: z.enum(ROLES), csrf: z.string() })
const password = z.string().min(8).max(256)

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
  output: signedIn.extend({ permissions: z.array(z.string()) }),
  csrf: false,
})
