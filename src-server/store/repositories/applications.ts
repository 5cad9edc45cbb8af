import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import type { APPLICATION } from '../../contract/subjects/platform.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'

export type ApplicationFilter = FilterOf<typeof APPLICATION>
export type ApplicationSort = SortOf<typeof APPLICATION>

export interface ApplicationRepository {
  /** @param ids all of them where left out */
  all(ids?: readonly number[]): Promise<Application[]>
  find(id: number): Promise<Application | undefined>
  /** The store assigns the application's number, unless it keeps the one that it had in another system. */
  insert(
    application: Omit<Application, 'id' | 'apiTotal' | 'revision'> &
      Partial<Pick<Application, 'id' | 'apiTotal'>>,
  ): Promise<Application>
  update(
    id: number,
    change: Partial<Omit<Application, 'id' | 'apiTotal' | 'createdAt' | 'demo' | 'revision'>>,
  ): Promise<Application | undefined>
  /** Deletes the application with everything that belongs to it. @returns false for an unknown id */
  delete(id: number): Promise<boolean>
  /** The stored number of calls of each of these applications. */
  callTotals(ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Adds the calls counted since the last time. @returns all calls of each of these applications */
  addCalls(counted: ReadonlyMap<number, number>): Promise<ReadonlyMap<number, number>>
  list(scope: Scope, filter: ApplicationFilter, query: ListQuery<ApplicationSort>): Promise<Page<Application>>
}
