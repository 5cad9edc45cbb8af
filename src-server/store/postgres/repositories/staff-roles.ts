import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { StaffRoleRepository } from '../../repositories/staff-roles.ts'

export function createStaffRoleRepository(_connection: Connection): StaffRoleRepository {
  return missing('staff-roles')
}
