import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AnnouncementRepository } from '../../repositories/announcements.ts'

export function createAnnouncementRepository(_connection: Connection): AnnouncementRepository {
  return missing('announcements')
}
