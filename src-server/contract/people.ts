/** Names for the states of people, apart from the records, because the console needs no schemas. */

/**
 * `invited`: there is no password yet, and the holder of the link sets it. Frozen is temporary, banned is
 * final.
 */
export const PERSON_STATES = ['active', 'invited', 'frozen', 'banned'] as const
export type PersonState = (typeof PERSON_STATES)[number]

/** `invite` for a first password, `reset` for a new one. */
export const INVITATION_KINDS = ['invite', 'reset'] as const
export type InvitationKind = (typeof INVITATION_KINDS)[number]

/**
 * The items that a plan limits. `agents` are those with a ledger account in the developer's books, or with
 * codes or trading accounts of the developer attributed to them.
 */
export const PLAN_KINDS = ['applications', 'codes', 'devices', 'agents'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/**
 * The outcome of a sign-in attempt under an existing name. `waits`: refused without a check, after too many
 * failures.
 */
export const SIGN_IN_OUTCOMES = ['signed_in', 'wrong_password', 'wrong_otp', 'waits', 'shut_out'] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]
