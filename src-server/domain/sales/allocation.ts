import type { CodeType } from '../../contract/records/code.ts'

/** What an agent may sell: codes of one worth, so many, at a price. Money is integer minor units, times Unix seconds. */
export interface Allocation {
  readonly id: number
  readonly agentId: number
  /** The allocation of the agent above it that it is taken from; null for a developer's own. */
  readonly parentId: number | null
  readonly appId: number
  readonly type: CodeType
  readonly seconds: number
  readonly left: number | null
  /** As it was ordered, for people. */
  readonly unit: string | null
  readonly amount: number | null
  readonly quota: number
  /** Codes taken and not given back, and what agents below it were given of it. */
  readonly used: number
  /** What the agent pays for one. */
  readonly price: number
  readonly closed: boolean
  readonly note: string
  readonly createdAt: number
}

/** What of an allocation is dated: it holds from then on. */
export type AllocationTerms = Pick<Allocation, 'quota' | 'price' | 'closed'>
