/** What is said of people in single words. Apart from the records, whose schemas the console doesn't need. */

/** `invited`: there is no password yet; the one who knows the link sets it. Frozen is for a while, banned for good. */
export const PERSON_STATES = ['active', 'invited', 'frozen', 'banned'] as const
export type PersonState = (typeof PERSON_STATES)[number]

/** `invite` for a first password, `reset` for another one. */
export const INVITATION_KINDS = ['invite', 'reset'] as const
export type InvitationKind = (typeof INVITATION_KINDS)[number]

/**
 * What a plan limits. `agents` are those that have an account in the developer's books or that codes or trading accounts
 * of his are attributed to.
 */
export const PLAN_KINDS = ['applications', 'codes', 'devices', 'agents'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/** How an attempt to sign in under a name there is ended; `waits`: it was not judged, after too many failures. */
export const SIGN_IN_OUTCOMES = ['signed_in', 'wrong_password', 'wrong_otp', 'waits', 'shut_out'] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]
