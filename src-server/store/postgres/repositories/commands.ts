import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CommandRepository } from '../../repositories/commands.ts'

export function createCommandRepository(_connection: Connection): CommandRepository {
  return missing('commands')
}
