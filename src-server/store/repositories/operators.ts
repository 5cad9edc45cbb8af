import type { ListQuery, Page } from '../../contract/paging.ts'
import type { PersonState } from '../../contract/people.ts'
import type { Role } from '../../contract/roles.ts'
import type { Failures } from '../../domain/access/lockout.ts'
import type { NewOperator, Operator } from '../../domain/access/operator.ts'
import type { Scope } from '../../domain/access/scope.ts'

export interface OperatorFilter {
  /** Those who work on their own. */
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
  bannedIds(): Promise<number[]>
  /** What somebody with this number on QQ is here, who isn't shut out; staff are what their employer is. */
  roleOfQq(qq: string): Promise<Role | undefined>
  owner(): Promise<Operator | undefined>
  /** The owner and developers that no mail can reach, by their numbers. */
  withoutMailbox(limit: number): Promise<{ rows: Pick<Operator, 'id' | 'name' | 'role'>[]; total: number }>
  insert(operator: NewOperator): Promise<Operator>
  update(id: number, change: Partial<Omit<Operator, 'id' | 'createdAt'>>): Promise<Operator | undefined>
  /** With its sessions and links. @returns false for none */
  delete(id: number): Promise<boolean>
  list(
    filter: OperatorFilter,
    query: ListQuery<'id' | 'name' | 'created_at' | 'last_sign_in_at'>,
  ): Promise<Page<Operator>>
  /** All of them to who sees everything, those that work for a developer to him, those below it to an agent. */
  agents(scope: Scope, query: ListQuery<'id' | 'name'>): Promise<Page<Operator>>
  /** How many applications each of these has. */
  applicationsOf(ids: readonly number[]): Promise<Map<number, number>>
  /** Notes the step of an accepted authenticator's code. @returns false when it, or a later one, was accepted before */
  useTotpStep(id: number, step: number): Promise<boolean>
  findFailures(name: string, ip: string): Promise<Failures | undefined>
  saveFailures(name: string, ip: string, failures: Failures): Promise<void>
  clearFailures(name: string, ip: string): Promise<void>
  /** Those whose last one is older, whatever name was tried. */
  deleteFailuresBefore(at: number): Promise<void>
}
