import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ReportLinkRepository } from '../../repositories/performance.ts'

export function createReportLinkRepository(_connection: Connection): ReportLinkRepository {
  return missing('report-links')
}
