/** Who works for whom: an agent's account in somebody's books says that it works for him. */
export interface AgentRepository {
  /** Every agent that has one above it. */
  parents(): Promise<{ readonly id: number; readonly parentId: number }[]>
  /** In whose books it has an account, in the order it came to them. */
  booksOf(agentId: number): Promise<number[]>
  /** Whether it has an account in his books, or a code or a trading account of his applications is attributed to it. */
  worksFor(ownerId: number, agentId: number): Promise<boolean>
  /** How many codes and trading accounts are attributed to it, in the applications of one owner, or in all (null). */
  customersOf(agentId: number, ownerId: number | null): Promise<{ codes: number; devices: number }>
  /** The next codes that are attributed to it, with their revision. */
  codesOf(
    agentId: number,
    ownerId: number | null,
    limit: number,
  ): Promise<{ readonly id: number; readonly revision: number }[]>
  /** The next trading accounts that are attributed to it. */
  devicesOf(agentId: number, ownerId: number | null, limit: number): Promise<number[]>
}
