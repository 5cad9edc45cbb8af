import type { ListQuery, Page } from '../../contract/paging.ts'
import type { StaffRole } from '../../domain/access/operator.ts'

export interface StaffRoleRepository {
  find(id: number): Promise<StaffRole | undefined>
  findByName(employerId: number, name: string): Promise<StaffRole | undefined>
  insert(role: Omit<StaffRole, 'id'>): Promise<StaffRole>
  update(id: number, change: Partial<Pick<StaffRole, 'name' | 'permissions'>>): Promise<StaffRole | undefined>
  /** @returns false for none. Whether somebody has it is the caller's to ask. */
  delete(id: number): Promise<boolean>
  list(employerId: number, query: ListQuery<'id' | 'name'>): Promise<Page<StaffRole>>
  /** How many members of staff have each of these roles. */
  staffOf(ids: readonly number[]): Promise<Map<number, number>>
}
