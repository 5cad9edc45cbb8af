import type { DeviceEventName } from '../../contract/performance-names.ts'
import type { ReportLink } from '../../domain/performance/report-link.ts'

/** A dated note of an operator on a trading account. */
export interface DeviceNote {
  readonly id: number
  readonly deviceId: number
  /** The time that the note is about, Unix seconds. */
  readonly at: number
  readonly text: string
  readonly byId: number
  readonly by: string
  readonly writtenAt: number
}

export interface DeviceNoteRepository {
  insert(note: Omit<DeviceNote, 'id'>): Promise<DeviceNote>
  find(id: number): Promise<DeviceNote | undefined>
  /** The newest first. */
  ofDevice(deviceId: number): Promise<DeviceNote[]>
  /** @returns undefined for a note that is gone */
  update(id: number, change: Pick<DeviceNote, 'at' | 'text' | 'writtenAt'>): Promise<DeviceNote | undefined>
  /** @returns false for a note that is gone */
  delete(id: number): Promise<boolean>
}

/** A change of a trading account that its chart shows. */
export interface DeviceEvent {
  readonly deviceId: number
  /** Unix seconds. */
  readonly at: number
  readonly what: DeviceEventName
  readonly by: string
  /** The new end of a licence, Unix seconds. */
  readonly value: number | null
}

export interface Span {
  readonly from: number
  readonly to: number
  readonly limit: number
}

export interface DeviceEventRepository {
  add(events: readonly DeviceEvent[]): Promise<void>
  /** The newest of a span, the newest first. */
  ofDevice(deviceId: number, span: Span): Promise<DeviceEvent[]>
  forgetBefore(at: number): Promise<void>
}

export interface ReportLinkRepository {
  insert(link: Omit<ReportLink, 'id' | 'views' | 'revokedAt' | 'lastViewedAt'>): Promise<ReportLink>
  findByDigest(tokenDigest: string): Promise<ReportLink | undefined>
  find(id: number): Promise<ReportLink | undefined>
  /** The newest first. */
  ofDevice(deviceId: number, limit: number): Promise<ReportLink[]>
  countOpen(deviceId: number, now: number): Promise<number>
  countView(id: number, now: number): Promise<void>
  /** @returns false where it isn't open */
  revoke(id: number, now: number): Promise<boolean>
  /** Deletes links that ended before that time. */
  deleteEndedBefore(at: number): Promise<void>
}
