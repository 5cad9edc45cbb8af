import type { ListQuery, Page } from '../../contract/paging.ts'
import type { StaffRole } from '../../domain/access/operator.ts'

export interface StaffRoleRepository {
  find(id: number): Promise<StaffRole | undefined>
  findByName(employerId: number, name: string): Promise<StaffRole | undefined>
  insert(role: Omit<StaffRole, 'id'>): Promise<StaffRole>
  update(id: number, change: Partial<Pick<StaffRole, 'name' | 'permissions'>>): Promise<StaffRole | undefined>
  /** Deletes a role. The caller must check that nobody has it. @returns false for an unknown id */
  delete(id: number): Promise<boolean>
  list(employerId: number, query: ListQuery<'id' | 'name'>): Promise<Page<StaffRole>>
  /** The number of staff with each of these roles. */
  staffOf(ids: readonly number[]): Promise<Map<number, number>>
}
