import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ImageRepository } from '../../repositories/images.ts'

export function createImageRepository(_connection: Connection): ImageRepository {
  return missing('images')
}
