/** Sums over trading accounts. Money is in one currency, by the last figures of each account, like the totals of the board. */
export interface FleetSums {
  /** Accounts whose terminal pulses. */
  online: number
  accounts: number
  equity: number
  balance: number
  floating: number
  positions: number
  critical: number
  /** Accounts that may not open or not add. */
  paused: number
}

/** The members of a group: accounts of one application, agent and currency. */
export interface FleetKey {
  readonly app: number
  /** NO_AGENT for accounts without one, OTHER_AGENTS for those of the smallest groups together. */
  readonly agent: number
  /** Empty where the program sends none: such accounts are a currency of their own. */
  readonly currency: string
}

export type FleetGroup = FleetKey & FleetSums

/** The sums of all groups at a moment. */
export interface FleetSample {
  /** The beginning of its minute, Unix seconds. */
  readonly at: number
  readonly groups: readonly FleetGroup[]
}

export const NO_AGENT = 0
export const OTHER_AGENTS = -1

/** The names of the sums, in the order in which a packed group has them. */
export const FLEET_SUMS = [
  'online',
  'accounts',
  'equity',
  'balance',
  'floating',
  'positions',
  'critical',
  'paused',
] as const satisfies (keyof FleetSums)[]

export function noSums(): FleetSums {
  return { online: 0, accounts: 0, equity: 0, balance: 0, floating: 0, positions: 0, critical: 0, paused: 0 }
}

export function addSums(to: FleetSums, more: Readonly<FleetSums>): void {
  for (const name of FLEET_SUMS) to[name] += more[name]
}
