/**
 * After-sales requests: an unbind frees a code from its machine, a rebind moves an authorization to another
 * trading account.
 */
export const REQUEST_KINDS = ['unbind', 'rebind'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/**
 * `withdrawn` by the customer, `expired` by time. Only a pending request changes its state, and only once.
 */
export const REQUEST_STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** The maximum number of pictures of a request. */
export const MAX_REQUEST_IMAGES = 3
/** The maximum lengths of a request's texts, characters. */
export const MAX_CONTACT_LENGTH = 100
export const MAX_REASON_LENGTH = 300
export const MAX_DESCRIPTION_LENGTH = 2000
export const MAX_ANSWER_LENGTH = 500
/** How long after its approval a rebind can be reversed, seconds. */
export const REVERSIBLE_SECONDS = 7 * 86_400
