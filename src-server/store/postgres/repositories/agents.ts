import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AgentRepository } from '../../repositories/agents.ts'

export function createAgentRepository(_connection: Connection): AgentRepository {
  return missing('agents')
}
