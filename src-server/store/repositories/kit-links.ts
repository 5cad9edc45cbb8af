import type { Scope } from '../../domain/access/scope.ts'
import type { KitLink } from '../../domain/application/kit-link.ts'

export interface KitLinkRepository {
  insert(link: Omit<KitLink, 'id' | 'used' | 'revokedAt' | 'lastUsedAt'>): Promise<KitLink>
  findByDigest(tokenDigest: string): Promise<KitLink | undefined>
  findInScope(scope: Scope, id: number): Promise<KitLink | undefined>
  /** The newest first. */
  ofApplication(appId: number, limit: number): Promise<KitLink[]>
  countOpen(appId: number, now: number): Promise<number>
  /** @returns false where it isn't open, so that of two users of its last use only one succeeds */
  use(id: number, now: number): Promise<boolean>
  /** @returns false where it isn't open */
  revoke(id: number, now: number): Promise<boolean>
  /** Deletes links that ended before that time. */
  deleteEndedBefore(at: number): Promise<void>
}
