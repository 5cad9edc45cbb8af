import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AgentRightsRepository } from '../../repositories/agent-rights.ts'

export function createAgentRightsRepository(_connection: Connection): AgentRightsRepository {
  return missing('agent-rights')
}
