/**
 * The checks of the way from a customer's terminal to this server, in the order of that way, and what each can find.
 * `ok`: nothing to do. `warning`: it works, and could be better. `problem`: customers can't get through. `unknown`: this
 * server can't see it. `not_used`: this way of reaching the server has no such part.
 */
export const REACH_STATES = ['ok', 'warning', 'problem', 'unknown', 'not_used'] as const
export type ReachState = (typeof REACH_STATES)[number]

export const REACH_FACTS = {
  /** The public address as the owner set it. */
  address: { set: 'ok', unset: 'problem', private: 'problem', loopback: 'problem' },
  /** What the name servers say about its name. */
  name: {
    here: 'ok',
    through: 'ok',
    number: 'not_used',
    unset: 'not_used',
    seen: 'unknown',
    silent: 'unknown',
    ipv6_elsewhere: 'warning',
    elsewhere: 'problem',
    private: 'problem',
    none: 'problem',
  },
  dynamic_dns: {
    off: 'not_used',
    current: 'ok',
    waiting: 'unknown',
    other_name: 'warning',
    rate: 'warning',
    unreachable: 'warning',
    no_address: 'problem',
    credentials: 'problem',
    no_zone: 'problem',
    several: 'problem',
    refused: 'problem',
  },
  /** Whether the provider gives this line an address of its own. */
  carrier: {
    direct: 'ok',
    own: 'ok',
    through: 'not_used',
    unknown: 'unknown',
    shared: 'problem',
    second_router: 'problem',
    differs: 'problem',
  },
  router: {
    direct: 'not_used',
    through: 'not_used',
    off: 'not_used',
    able: 'not_used',
    mapped: 'ok',
    permanent: 'ok',
    asking: 'unknown',
    no_gateway: 'problem',
    no_answer: 'problem',
    conflict: 'problem',
    denied: 'problem',
    no_address: 'problem',
    refused: 'problem',
  },
  /** The addresses of this machine in its own network. */
  lan: { some: 'ok', none: 'problem' },
  firewall: { open: 'ok', off: 'ok', none: 'ok', unknown: 'unknown', closed: 'problem' },
  listener: { open: 'ok', one: 'ok', ipv4_only: 'warning', loopback: 'problem' },
  certificate: {
    valid: 'ok',
    unset: 'not_used',
    unseen: 'unknown',
    plain: 'warning',
    ending: 'warning',
    ended: 'problem',
    early: 'problem',
    wrong_name: 'problem',
    self_made: 'problem',
    chain: 'problem',
    untrusted: 'problem',
  },
  /** The server calls its own public address. Many routers don't let a call out and in again, so silence proves nothing. */
  own_call: {
    arrived: 'ok',
    unset: 'not_used',
    silent: 'unknown',
    closed: 'unknown',
    no_name: 'problem',
    tls: 'problem',
    other: 'problem',
  },
  /** The last call whose address is of the internet. */
  outside_call: { seen: 'ok', old: 'warning', never: 'unknown', unset: 'unknown' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ReachState>>>>

export type ReachCheckName = keyof typeof REACH_FACTS
export type ReachFact<C extends ReachCheckName> = keyof (typeof REACH_FACTS)[C] & string
export const REACH_CHECKS = Object.keys(REACH_FACTS) as ReachCheckName[]

/**
 * `reached`: somebody outside called lately. `likely`: nothing is in the way, and nobody has called yet. `closed`: a check
 * found a problem. `unknown`: nothing is certain.
 */
export const REACH_SUMMARIES = ['reached', 'likely', 'closed', 'unknown'] as const
export type ReachSummary = (typeof REACH_SUMMARIES)[number]

export const DYNAMIC_DNS_PROVIDERS = ['none', 'url', 'cloudflare', 'dnspod', 'aliyun'] as const
export type DynamicDnsProvider = (typeof DYNAMIC_DNS_PROVIDERS)[number]
