import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AlertRepository } from '../../repositories/alerts.ts'

export function createAlertRepository(_connection: Connection): AlertRepository {
  return missing('alerts')
}
