import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ChannelRepository } from '../../repositories/channels.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createChannelRepository(_connection: Connection, _seal: Seal): ChannelRepository {
  return missing('channels')
}
