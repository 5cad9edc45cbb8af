import { createHash } from 'node:crypto'
import type { AuditEntry } from './entry.ts'

/** The previous hash of the first row. */
export const FIRST_HASH = '0'.repeat(64)

/**
 * sha256 over the previous hash and every member. Each member has its length in front, so that different rows
 * never hash the same text.
 */
export function chainHash(previous: string, entry: AuditEntry): string {
  const members = [
    entry.at,
    entry.personId,
    entry.personName,
    entry.role,
    entry.ip,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.subjectLabel,
    entry.appId ?? '',
    entry.ownerId ?? '',
    entry.before,
    entry.after,
  ].map(String)
  const hash = createHash('sha256').update(previous)
  for (const member of members) hash.update(`${Buffer.byteLength(member)}:`).update(member)
  return hash.digest('hex')
}
