import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { FileRepository } from '../../repositories/files.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createFileRepository(_connection: Connection, _seal: Seal): FileRepository {
  return missing('files')
}
