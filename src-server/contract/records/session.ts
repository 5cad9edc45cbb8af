import { z } from 'zod'

/** How an attempt to sign in under a name there is ended; `waits`: it wasn't judged, after too many failures. */
export const SIGN_IN_OUTCOMES = ['signed_in', 'wrong_password', 'wrong_otp', 'waits', 'shut_out'] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

/** A signed-in browser or window. Times are Unix seconds. */
export const sessionRecord = z.object({
  /** Names it where its token must not be. */
  handle: z.string(),
  operator: z.int(),
  name: z.string(),
  /** The one that asks. */
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
