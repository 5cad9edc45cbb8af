import type { CodeType } from '../../contract/records/code.ts'

/**
 * An agent's permission to sell: a number of codes of one value, at a price. Money is integer minor units,
 * times Unix seconds.
 */
export interface Allocation {
  readonly id: number
  readonly agentId: number
  /** The allocation of the agent above that this one is taken from. null for one given by a developer. */
  readonly parentId: number | null
  readonly appId: number
  readonly type: CodeType
  readonly seconds: number
  readonly left: number | null
  /** The duration as ordered, for display. */
  readonly unit: string | null
  readonly amount: number | null
  readonly quota: number
  /** Codes taken and not returned, and the share given to agents below. */
  readonly used: number
  /** The agent's price for one code. */
  readonly price: number
  readonly closed: boolean
  readonly note: string
  readonly createdAt: number
}

/** The dated terms of an allocation: each takes effect from its date on. */
export type AllocationTerms = Pick<Allocation, 'quota' | 'price' | 'closed'>
