import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { SignatureRepository } from '../../repositories/signatures.ts'

export function createSignatureRepository(_connection: Connection): SignatureRepository {
  return missing('signatures')
}
