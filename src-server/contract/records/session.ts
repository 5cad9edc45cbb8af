import { z } from 'zod'
import { SIGN_IN_OUTCOMES } from '../people.ts'

export type { SignInOutcome } from '../people.ts'

/** A signed-in browser or window. Times are Unix seconds. */
export const sessionRecord = z.object({
  /** Identifies it in places where its token must not appear. */
  handle: z.string(),
  operator: z.int(),
  name: z.string(),
  /** Whether it is the caller's own session. */
  current: z.boolean(),
  created_at: z.int(),
  last_seen_at: z.int(),
  expires_at: z.int(),
  ip: z.string(),
  user_agent: z.string(),
})

/** An attempt to sign in to the console. */
export const signInRecord = z.object({
  id: z.int(),
  operator: z.int(),
  name: z.string(),
  /** Unix seconds. */
  at: z.int(),
  ip: z.string(),
  user_agent: z.string(),
  outcome: z.enum(SIGN_IN_OUTCOMES),
})
