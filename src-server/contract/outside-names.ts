/** The reasons in an address itself why the server doesn't call it. */
export const ADDRESS_REFUSALS = ['format', 'https', 'user', 'port', 'private'] as const
export type AddressRefusal = (typeof ADDRESS_REFUSALS)[number]

/**
 * The reasons why a call to an address has no answer. `address`: the server doesn't call such an address. `private`: its
 * name leads into a private network. `name`: the name isn't in the DNS.
 */
export const POST_FAILURES = ['address', 'private', 'name', 'unreachable', 'certificate', 'timeout'] as const
export type PostFailure = (typeof POST_FAILURES)[number]

/** HTTPS ports that everybody may name. Others are in the owner's list. */
export const OUTSIDE_PORTS: readonly number[] = [443, 2053, 2083, 2087, 2096, 8443]
