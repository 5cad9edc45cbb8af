import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_SESSIONS_REVOKED } from '../limits.ts'
import { listInput, listOutput } from '../paging.ts'
import { LONGEST_PASSWORD } from '../password-rules.ts'
import { personSettings } from '../records/person.ts'
import { sessionRecord, signInRecord } from '../records/session.ts'
import { ROLES } from '../roles.ts'
import { SESSION, SIGN_IN } from '../subjects/people.ts'
import { filterShape } from '../subjects/schemas.ts'

const operator = z.int().min(1)
/** What customers find him by, and where mail reaches him. */
const profile = personSettings.pick({ qq: true, email: true })
/** Shown once, when they are made. Each stands in for an authenticator's code once. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** How the caller signs in. */
export const securityGet = defineAction({
  name: 'security_get',
  roles: ROLES,
  permission: 'self',
  reads: true,
  input: z.strictObject({}),
  output: z.object({
    /** Unix seconds an authenticator's code is asked for since; null while it isn't. */
    totp_since: z.int().nullable(),
    recovery_codes_left: z.int(),
  }),
})

/** What is said of the caller himself. */
export const profileGet = defineAction({
  name: 'profile_get',
  roles: ROLES,
  permission: 'self',
  reads: true,
  input: z.strictObject({}),
  output: profile,
})

/** Changes the members it names. */
export const profileSet = defineAction({
  name: 'profile_set',
  roles: ROLES,
  permission: 'self',
  input: profile.partial(),
  output: profile,
})

/** Another password; all other sessions of the caller end. 422: `old` is `wrong`, `password` a PasswordProblem or `same`. */
export const passwordChange = defineAction({
  name: 'password_change',
  roles: ROLES,
  permission: 'self',
  input: z.strictObject({
    old: z.string().min(1).max(LONGEST_PASSWORD),
    password: z.string().min(1).max(LONGEST_PASSWORD),
  }),
  output: z.object({ ended: z.int() }),
})

/** A key for an authenticator, base32, and its address for a QR picture. It counts from `totp_confirm` on. */
export const totpBegin = defineAction({
  name: 'totp_begin',
  roles: ROLES,
  permission: 'self',
  stepUp: true,
  input: z.strictObject({}),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

/** The first code proves that the authenticator works. 422: `otp` is `wrong`. */
export const totpConfirm = defineAction({
  name: 'totp_confirm',
  roles: ROLES,
  permission: 'self',
  stepUp: true,
  input: z.strictObject({ otp: z.string().min(1).max(32) }),
  output: recoveryCodes,
})

/** The password alone does again: for the caller, or for somebody he looks after who lost his authenticator. */
export const totpOff = defineAction({
  name: 'totp_off',
  roles: ROLES,
  permission: 'self',
  stepUp: true,
  input: z.strictObject({ operator: operator.optional() }),
  output: z.object({}),
})

/** Those before are worth nothing then. */
export const totpRecoveryNew = defineAction({
  name: 'totp_recovery_new',
  roles: ROLES,
  permission: 'self',
  stepUp: true,
  input: z.strictObject({}),
  output: recoveryCodes,
})

/** The caller's own sessions, the one used last first; with `everyone`, of all he looks after. */
export const sessionList = defineAction({
  name: 'session_list',
  roles: ROLES,
  permission: 'self',
  reads: true,
  input: listInput(SESSION.sorts, filterShape(SESSION)).omit({ after: true, search: true }),
  output: listOutput(sessionRecord),
})

/** Ends sessions by their handles, or all of the caller's but this one. Their live streams end too. */
export const sessionRevoke = defineAction({
  name: 'session_revoke',
  roles: ROLES,
  permission: 'self',
  stepUp: true,
  input: z.union([
    z.strictObject({ handles: z.array(z.string().min(1).max(64)).min(1).max(MAX_SESSIONS_REVOKED) }),
    z.strictObject({ all_others: z.literal(true) }),
  ]),
  output: z.object({ done: z.int() }),
})

/** Attempts to sign in under the caller's name, the last first; with `everyone`, of all he looks after. */
export const signInList = defineAction({
  name: 'sign_in_list',
  roles: ROLES,
  permission: 'self',
  reads: true,
  input: listInput(SIGN_IN.sorts, filterShape(SIGN_IN)).omit({ search: true }),
  output: listOutput(signInRecord),
})
