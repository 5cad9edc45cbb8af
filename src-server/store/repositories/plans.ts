import type { ListQuery, Page } from '../../contract/paging.ts'
import type { PlanKind } from '../../contract/people.ts'
import type { Plan } from '../../domain/access/plan.ts'

export interface PlanRepository {
  find(id: number): Promise<Plan | undefined>
  findByName(name: string): Promise<Plan | undefined>
  insert(plan: Omit<Plan, 'id'>): Promise<Plan>
  update(id: number, change: Partial<Omit<Plan, 'id' | 'createdAt'>>): Promise<Plan | undefined>
  /** Deletes a plan. The caller must check that nobody has it. @returns false for an unknown id */
  delete(id: number): Promise<boolean>
  list(query: ListQuery<'id' | 'name'>): Promise<Page<Plan>>
  /** The number of developers with each of these plans. */
  developersOf(ids: readonly number[]): Promise<Map<number, number>>
  /** The plan of an operator, or undefined. */
  ofOperator(operatorId: number): Promise<Plan | undefined>
  /** The number of items of a kind in an operator's applications. */
  used(operatorId: number, kind: PlanKind): Promise<number>
}
