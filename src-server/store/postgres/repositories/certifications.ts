import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CertificationRepository } from '../../repositories/certifications.ts'

export function createCertificationRepository(_connection: Connection): CertificationRepository {
  return missing('certifications')
}
