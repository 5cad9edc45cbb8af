import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_SESSIONS_REVOKED } from '../limits.ts'
import { listInput, listOutput } from '../paging.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { personSettings } from '../records/person.ts'
import { sessionRecord, signInRecord } from '../records/session.ts'
import { ROLES } from '../permissions.ts'
import { naming, referenceTo } from '../reference.ts'
import { SESSION, SIGN_IN } from '../subjects/people.ts'
import { filterShape } from '../subjects/schemas.ts'

const operator = referenceTo('operator')
/** The caller's QQ number, by which customers find them, and the caller's mailbox. */
const profile = personSettings.pick({ qq: true, email: true })
/** Only this answer shows the codes. Each of them replaces an authenticator's code once. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const SECURITY_CONTRACT = {
  /** How the caller signs in. */
  security_get: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      /** Since when signing in asks for an authenticator's code, Unix seconds; null while it doesn't. */
      totp_since: z.int().nullable(),
      recovery_codes_left: z.int(),
    }),
  }),

  /** The caller's own profile. */
  profile_get: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: profile,
  }),

  /** Changes the members that the input names. */
  profile_set: defineAction({
    roles: ROLES,
    permission: 'self',
    input: profile.partial(),
    output: profile,
  }),

  /** Sets another password and ends all other sessions of the caller. 422: `old` is `wrong`, `password` a PasswordProblem or `same`. */
  password_change: defineAction({
    roles: ROLES,
    permission: 'self',
    input: z.strictObject({
      old: z.string().min(1).max(LONGEST_PASSWORD),
      password: z.string().min(1).max(LONGEST_PASSWORD),
    }),
    output: z.object({ ended: z.int() }),
  }),

  /** Makes a key for an authenticator, base32, and its address for a QR picture. `totp_confirm` switches it on. */
  totp_begin: defineAction({
    roles: ROLES,
    permission: 'self',
    stepUp: true,
    input: z.strictObject({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),

  /** Switches the authenticator on: its first code proves that it works. 422: `otp` is `wrong`. */
  totp_confirm: defineAction({
    roles: ROLES,
    permission: 'self',
    stepUp: true,
    input: z.strictObject({ otp: z.string().min(1).max(32) }),
    output: recoveryCodes,
  }),

  /** Switches the authenticator off, for the caller or for a person in their care who lost theirs. */
  totp_off: defineAction({
    roles: ROLES,
    permission: 'self',
    stepUp: true,
    input: z.strictObject({ operator: operator.optional() }),
    output: z.object({}),
  }),

  /** Makes new recovery codes. The old ones are void. */
  totp_recovery_new: defineAction({
    roles: ROLES,
    permission: 'self',
    stepUp: true,
    input: z.strictObject({}),
    output: recoveryCodes,
  }),

  /** The caller's own sessions, the last used one first. With `everyone`, also those of all people in their care. */
  session_list: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: listInput(SESSION.sorts, filterShape(SESSION)).omit({ after: true, search: true }),
    output: listOutput(sessionRecord),
  }),

  /** Ends sessions by their handles, or all of the caller's except this one. Their live streams end too. */
  session_revoke: defineAction({
    roles: ROLES,
    permission: 'self',
    stepUp: true,
    input: z.union([
      z.strictObject({
        handles: z
          .array(naming('session', z.string().min(1).max(64)))
          .min(1)
          .max(MAX_SESSIONS_REVOKED),
      }),
      z.strictObject({ all_others: z.literal(true) }),
    ]),
    output: z.object({ done: z.int() }),
  }),

  /** Attempts to sign in under the caller's name, the newest first. With `everyone`, also those of all people in their care. */
  sign_in_list: defineAction({
    roles: ROLES,
    permission: 'self',
    reads: true,
    input: listInput(SIGN_IN.sorts, filterShape(SIGN_IN)).omit({ search: true }),
    output: listOutput(signInRecord),
  }),
}
