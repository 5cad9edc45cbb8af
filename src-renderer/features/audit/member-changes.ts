import type { AuditRecord } from '../../../src-server/contract/records/audit.ts'

/** A member that differs, groups by their own members: `mt5.enabled`. undefined: it wasn't there. */
export interface MemberChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function leavesOf(value: unknown, path: string, into: Map<string, unknown>): Map<string, unknown> {
  const entries = isGroup(value) ? Object.entries(value) : []
  // An empty group is a value too.
  if (entries.length === 0 && path !== '') into.set(path, value)
  for (const [name, member] of entries) leavesOf(member, path === '' ? name : `${path}.${name}`, into)
  return into
}

/** What a row of the log says that changed, member by member, in the order it was kept in. */
export function memberChanges({ before, after }: Pick<AuditRecord, 'before' | 'after'>): MemberChange[] {
  const was = leavesOf(before ?? {}, '', new Map())
  const is = leavesOf(after ?? {}, '', new Map())
  return [...new Set([...was.keys(), ...is.keys()])].map((path) => ({
    path,
    before: was.get(path),
    after: is.get(path),
  }))
}

/** Members whose number is a time, Unix seconds. */
const TIME = /(^|[._])(at|until|time|from|to|vip|expires|unbind|end|ends)$/
/** Before it a number counts something. */
const FIRST_TIME = 1_000_000_000

export function isTime(path: string, value: unknown): value is number {
  return typeof value === 'number' && value >= FIRST_TIME && TIME.test(path)
}
