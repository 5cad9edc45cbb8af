import type { ReportHeading, ReportLinkState } from '../../contract/performance-names.ts'
import type { ReportRecord } from '../../contract/records/performance.ts'

/** A link by which anybody sees the report of a trading account. Times are Unix seconds. */
export interface ReportLink {
  readonly id: number
  readonly deviceId: number
  /** sha256 of the token, hex. */
  readonly tokenDigest: string
  readonly heading: ReportHeading
  readonly fromAt: number
  /** null for a live report, which ends now. */
  readonly toAt: number | null
  /** The report of the link's creation. null for a live one. */
  readonly content: ReportRecord | null
  readonly views: number
  readonly lastViewedAt: number | null
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
}

export function stateOfReportLink(
  { expiresAt, revokedAt }: Pick<ReportLink, 'expiresAt' | 'revokedAt'>,
  now: number,
): ReportLinkState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'ended' : 'open'
}
