import type { Known } from '../../domain/access/known.ts'
import type { Device } from '../../domain/device/device.ts'

/** The number of an agent's customers in the applications of one owner. */
export interface CustomerCount {
  readonly ownerId: number
  readonly codes: number
  readonly devices: number
}

/** Moves customers of `from` to `to`, in one owner's applications or in all (null). */
export interface CustomerMove {
  readonly from: Known<'agent'>
  readonly to: Known<'agent'> | null
  readonly ownerId: number | null
}

/** A code by its text, and its customer. */
export interface CodeCustomer {
  readonly appId: number
  readonly kami: string
  readonly customer: string
  readonly contact: string
}

/**
 * Which agents work for which developers: a ledger account in a developer's books means that the agent works
 * for that developer. An agent's customers are the codes and trading accounts attributed to it, except codes
 * that it returned or still has in stock (bought, neither sold nor used).
 */
export interface AgentRepository {
  /** Every agent that has an agent above it. @param among of all agents where left out */
  parents(among?: readonly number[]): Promise<{ readonly id: number; readonly parentId: number }[]>
  /** The developers in whose books the agent has an account, in the order in which it got them. */
  booksOf(agentId: number): Promise<number[]>
  /** Whether the agent has an account in the owner's books. */
  worksFor(ownerId: number, agentId: number): Promise<boolean>
  /** For one owner or for all (null). Owners without customers of the agent are left out. */
  customersOf(agentId: number, ownerId: number | null): Promise<CustomerCount[]>
  /** Moves the next codes after an id, in the order of ids. @returns the ids of the moved codes */
  moveCodes(move: CustomerMove, after: number, limit: number): Promise<number[]>
  /** @returns the moved trading accounts after the move, at most `limit` */
  moveDevices(move: CustomerMove, limit: number): Promise<Device[]>
  /** The recorded customers of these codes. Unsold codes are left out. */
  soldTo(codes: readonly { readonly appId: number; readonly kami: string }[]): Promise<CodeCustomer[]>
}
