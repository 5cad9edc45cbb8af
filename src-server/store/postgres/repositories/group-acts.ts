import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { GroupActRepository } from '../../repositories/group-acts.ts'

export function createGroupActRepository(_connection: Connection): GroupActRepository {
  return missing('group-acts')
}
