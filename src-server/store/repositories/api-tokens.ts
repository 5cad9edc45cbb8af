import type { ApiToken, TokenOwner } from '../../domain/access/api-token.ts'

export interface ApiTokenRepository {
  insert(
    token: Omit<ApiToken, 'id' | 'lastUsedAt' | 'lastIp'> & { readonly tokenDigest: string },
  ): Promise<ApiToken>
  /** A token with its person, who is read each time, so that a ban or another role takes effect at once. */
  find(tokenDigest: string): Promise<TokenOwner | undefined>
  /** A person's tokens, the newest first. */
  listOf(operatorId: number): Promise<ApiToken[]>
  touch(id: number, at: number, ip: string): Promise<void>
  /** @returns the deleted token; undefined where the person has no such token */
  delete(operatorId: number, id: number): Promise<ApiToken | undefined>
  deleteExpired(before: number): Promise<void>
}
