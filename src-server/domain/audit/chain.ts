import { createHash } from 'node:crypto'
import type { AuditEntry } from './entry.ts'

/** The previous hash of the first row. */
export const FIRST_HASH = '0'.repeat(64)

/** sha256 over the previous hash and every member, hex. */
export function chainHash(previous: string, entry: AuditEntry): string {
  return createHash('sha256').update(previous).update(hashedText(entry)).digest('hex')
}

/** Every member with its length in front, so that different rows never hash the same text. */
export function hashedText(entry: AuditEntry): string {
  return [
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
  ]
    .map((member) => `${Buffer.byteLength(String(member))}:${member}`)
    .join('')
}
