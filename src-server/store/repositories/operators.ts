import type { ListQuery, Page } from '../../contract/paging.ts'
import type { PersonState } from '../../contract/people.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Failures } from '../../domain/access/lockout.ts'
import type { NewOperator, Operator } from '../../domain/access/operator.ts'
import type { Scope } from '../../domain/access/scope.ts'

export interface OperatorFilter {
  /** Operators of this role who aren't staff. */
  readonly role?: Role | undefined
  /** The staff of this operator. */
  readonly employer?: number | undefined
  readonly state?: PersonState | undefined
  readonly plan?: number | undefined
  readonly staffRole?: number | undefined
}

export interface OperatorRepository {
  findByName(name: string): Promise<Operator | undefined>
  find(id: number): Promise<Operator | undefined>
  /** @param among of all operators where left out */
  bannedIds(among?: readonly number[]): Promise<number[]>
  /** The role of an operator with this QQ number who isn't shut out. Staff count as their employer's role. */
  roleOfQq(qq: string): Promise<Role | undefined>
  owner(): Promise<Operator | undefined>
  /** Whether the owner is the only operator. */
  isOwnerAlone(): Promise<boolean>
  /** The owner and the developers without a mailbox, in the order of ids. */
  withoutMailbox(limit: number): Promise<{ rows: Pick<Operator, 'id' | 'name' | 'role'>[]; total: number }>
  insert(operator: NewOperator): Promise<Operator>
  update(id: number, change: Partial<Omit<Operator, 'id' | 'createdAt'>>): Promise<Operator | undefined>
  /** Deletes an operator with their sessions and links. @returns false for an unknown id */
  delete(id: number): Promise<boolean>
  list(
    filter: OperatorFilter,
    query: ListQuery<'id' | 'name' | 'created_at' | 'last_sign_in_at'>,
  ): Promise<Page<Operator>>
  /**
   * All agents for the owner, the agents that work for a developer for that developer, the agents below an
   * agent for that agent.
   */
  agents(scope: Scope, query: ListQuery<'id' | 'name'>): Promise<Page<Operator>>
  /** The number of applications of each of these operators. */
  applicationsOf(ids: readonly number[]): Promise<Map<number, number>>
  /**
   * Records the step of an accepted authenticator's code.
   * @returns false when this step or a later one was accepted before
   */
  useTotpStep(id: number, step: number): Promise<boolean>
  findFailures(name: string, ip: string): Promise<Failures | undefined>
  saveFailures(name: string, ip: string, failures: Failures): Promise<void>
  clearFailures(name: string, ip: string): Promise<void>
  /** Deletes failures whose last one is older, for all names. */
  deleteFailuresBefore(at: number): Promise<void>
}
