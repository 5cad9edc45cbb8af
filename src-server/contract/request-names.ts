/** After-sales requests: an unbind frees a code of its machine, a rebind moves an authorization to another trading account. */
export const REQUEST_KINDS = ['unbind', 'rebind'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** `withdrawn` by the customer, `expired` by time; only a pending one goes to another state, and just once. */
export const REQUEST_STATES = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** Pictures a request has at most. */
export const MAX_REQUEST_IMAGES = 3
/** Characters of what a customer writes. */
export const MAX_CONTACT_LENGTH = 100
export const MAX_REASON_LENGTH = 300
export const MAX_DESCRIPTION_LENGTH = 2000
export const MAX_ANSWER_LENGTH = 500
/** A rebind can be taken back so long after its approval, seconds. */
export const REVERSIBLE_SECONDS = 7 * 86_400
