import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { KitLinkRepository } from '../../repositories/kit-links.ts'

export function createKitLinkRepository(_connection: Connection): KitLinkRepository {
  return missing('kit-links')
}
