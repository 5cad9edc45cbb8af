import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ReplayRepository } from '../../repositories/replays.ts'

export function createReplayRepository(_connection: Connection): ReplayRepository {
  return missing('replays')
}
