import type { ListQuery, Page } from '../../contract/paging.ts'
import type { PlanKind } from '../../contract/people.ts'
import type { Plan } from '../../domain/access/plan.ts'

export interface PlanRepository {
  find(id: number): Promise<Plan | undefined>
  findByName(name: string): Promise<Plan | undefined>
  insert(plan: Omit<Plan, 'id'>): Promise<Plan>
  update(id: number, change: Partial<Omit<Plan, 'id' | 'createdAt'>>): Promise<Plan | undefined>
  /** @returns false for none. Whether somebody has it is the caller's to ask. */
  delete(id: number): Promise<boolean>
  list(query: ListQuery<'id' | 'name'>): Promise<Page<Plan>>
  /** How many developers have each of these plans. */
  developersOf(ids: readonly number[]): Promise<Map<number, number>>
  /** The plan of an operator; undefined without one. */
  ofOperator(operatorId: number): Promise<Plan | undefined>
  /** How many of a kind there are in the applications of an operator. */
  used(operatorId: number, kind: PlanKind): Promise<number>
}
