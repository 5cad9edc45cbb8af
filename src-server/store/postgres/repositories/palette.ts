import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { PaletteRepository } from '../../repositories/palette.ts'

export function createPaletteRepository(_connection: Connection): PaletteRepository {
  return missing('palette')
}
