import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { JobRepository } from '../../repositories/jobs.ts'

export function createJobRepository(_connection: Connection): JobRepository {
  return missing('jobs')
}
