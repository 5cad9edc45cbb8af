import type { Device } from '../../domain/device/device.ts'

/** How many of an agent's customers are in the applications of one owner. */
export interface CustomerCount {
  readonly ownerId: number
  readonly codes: number
  readonly devices: number
}

/** Customers of `from` that go to `to`; of one owner's applications, or of all (null). */
export interface CustomerMove {
  readonly from: number
  readonly to: number | null
  readonly ownerId: number | null
}

/** A code by its text, and whom it was sold to. */
export interface CodeCustomer {
  readonly appId: number
  readonly kami: string
  readonly customer: string
  readonly contact: string
}

/**
 * Who works for whom: an agent's account in somebody's books says that it works for him. Customers of an agent are the
 * codes and trading accounts attributed to it, but for what it gave back or has in stock: bought, not sold, never used.
 */
export interface AgentRepository {
  /** Every agent that has one above it. */
  parents(): Promise<{ readonly id: number; readonly parentId: number }[]>
  /** In whose books it has an account, in the order it came to them. */
  booksOf(agentId: number): Promise<number[]>
  /** Whether it has an account in his books, or a code or a trading account of his applications is attributed to it. */
  worksFor(ownerId: number, agentId: number): Promise<boolean>
  /** Of one owner, or of all of them (null); owners it has none of are left out. */
  customersOf(agentId: number, ownerId: number | null): Promise<CustomerCount[]>
  /** The next codes after a number, in the order of numbers. @returns those that were moved */
  moveCodes(move: CustomerMove, after: number, limit: number): Promise<number[]>
  /** @returns at most `limit`, as they are then */
  moveDevices(move: CustomerMove, limit: number): Promise<Device[]>
  /** What was noted of the customers of these codes; none of those that weren't sold. */
  soldTo(codes: readonly { readonly appId: number; readonly kami: string }[]): Promise<CodeCustomer[]>
}
