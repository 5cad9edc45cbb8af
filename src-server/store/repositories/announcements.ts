import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Announcement } from '../../domain/platform/announcement.ts'

export interface AnnouncementRepository {
  find(id: number): Promise<Announcement | undefined>
  insert(announcement: Omit<Announcement, 'id'>): Promise<Announcement>
  update(id: number, change: Partial<Omit<Announcement, 'id'>>): Promise<Announcement | undefined>
  delete(id: number): Promise<Announcement | undefined>
  /** The announcements for these audiences at that time, the newest first. */
  current(audiences: readonly Announcement['audience'][], now: number, limit: number): Promise<Announcement[]>
  list(query: ListQuery<'id' | 'starts_at'>): Promise<Page<Announcement>>
}
