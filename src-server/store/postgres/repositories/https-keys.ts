import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { HttpsKeyRepository } from '../../repositories/https-keys.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createHttpsKeyRepository(_connection: Connection, _seal: Seal): HttpsKeyRepository {
  return missing('https-keys')
}
