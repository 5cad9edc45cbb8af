import { z } from 'zod'

/** The valid names and passwords of accounts (the specification, Limits). */
export const ACCOUNT_USER = /^[A-Za-z0-9_]{5,11}$/
export const ACCOUNT_PASSWORD = /^[A-Za-z0-9.*_-]{6,18}$/

/**
 * A user account of an application, with a name and a password (the specification, Application account).
 * Times are Unix seconds.
 */
export const accountRecord = z.object({
  id: z.int(),
  app: z.int(),
  user: z.string(),
  qq: z.string(),
  name: z.string(),
  /** The account that invited this one. */
  inviter: z.int().nullable(),
  /** Empty for an account created in the console. */
  registration_ip: z.string(),
  /** The end of its time. 0 before the first recharge, 4102243200 for ever. */
  vip: z.int(),
  disabled: z.boolean(),
  disable_reason: z.string(),
  /** The end of its lock after failed logins. 0 for none. */
  locked_until: z.int(),
  last_login_at: z.int().nullable(),
  created_at: z.int(),
})
export type AccountRecord = z.output<typeof accountRecord>
