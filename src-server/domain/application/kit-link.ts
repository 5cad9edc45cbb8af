import type { KitLinkState, KitType } from '../../contract/application-names.ts'

/** A link by which anybody can download a kit. Only the link holds the token. Times are Unix seconds. */
export interface KitLink {
  readonly id: number
  readonly appId: number
  readonly type: KitType
  /** sha256 of the token, hex. */
  readonly tokenDigest: string
  readonly used: number
  readonly maxUses: number
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

export function stateOfLink(
  { used, maxUses, expiresAt, revokedAt }: Pick<KitLink, 'used' | 'maxUses' | 'expiresAt' | 'revokedAt'>,
  now: number,
): KitLinkState {
  if (revokedAt !== null) return 'revoked'
  if (used >= maxUses) return 'used_up'
  return now >= expiresAt ? 'expired' : 'open'
}
