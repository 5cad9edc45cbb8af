import type { Scope } from '../../domain/access/scope.ts'
import type { CountedAmounts } from '../../domain/business/amounts.ts'

/** The application and the agent of a piece of business, and its time in Unix seconds. */
export interface BusinessPlace {
  readonly app: number
  readonly agent: number | null
  readonly at: number
}

/** A part of the business in sight, from `from` up to but not including `to`. */
export interface BusinessSpan {
  readonly app?: number | undefined
  readonly agent?: number | undefined
  readonly from: number
  readonly to: number
}

/** The sums of a slot (domain/business/amounts.ts), which `at` begins. A missing amount is 0. */
export type Slot<A extends string> = { readonly at: number } & Readonly<Partial<Record<A, number>>>

/** The unused codes of an application. @member exact false: there are more than `unused` */
export interface UnusedCodes {
  readonly app: number
  readonly unused: number
  readonly exact: boolean
}

export interface BusinessRepository {
  /** Adds to what the server has counted. */
  count(place: BusinessPlace, amounts: Partial<CountedAmounts>): Promise<void>
  counted(scope: Scope, span: BusinessSpan): Promise<Slot<keyof CountedAmounts>[]>
  /** Quota given: to an agent all of its own, to all agents what owners gave. A smaller quota counts as negative. */
  allocated(scope: Scope, span: BusinessSpan): Promise<Slot<'allocated'>[]>
  /** Trading accounts whose licence ended by `now` and was not renewed. */
  ended(scope: Scope, span: BusinessSpan, now: number): Promise<Slot<'left'>[]>
  /** An agent's own sales to customers, and what it got back for codes given back. */
  soldBy(agent: number, span: BusinessSpan): Promise<Slot<'sales' | 'revenue' | 'refunds' | 'refunded'>[]>
  /** The server's counts by agent or application; 0 for no agent. Agents and applications without business are left out. */
  countedBy(
    by: 'agent' | 'app',
    scope: Scope,
    span: BusinessSpan,
  ): Promise<ReadonlyMap<number, CountedAmounts>>
  /** `ended`, by agent. */
  endedByAgent(scope: Scope, span: BusinessSpan, now: number): Promise<ReadonlyMap<number, number>>
  /** The codes that agents may still take from open allocations. */
  stockByAgent(scope: Scope): Promise<ReadonlyMap<number, number>>
  /** The balances of agents, in the books in sight together. */
  balanceByAgent(scope: Scope): Promise<ReadonlyMap<number, number>>
  /** Codes that nobody has used, by application, each counted up to COUNTED_ROWS. */
  unusedCodes(scope: Scope): Promise<UnusedCodes[]>
}
