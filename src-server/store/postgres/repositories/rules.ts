import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { RuleRepository } from '../../repositories/rules.ts'

export function createRuleRepository(_connection: Connection): RuleRepository {
  return missing('rules')
}
