import type { LiveRow } from './live-row.ts'

/** Members of an account by which people filter and group. An account may have several values of one. */
const VALUES_OF = {
  agent: (row) => [row.agent === null ? '' : String(row.agent)],
  app: (row) => [String(row.app)],
  server: (row) => [row.server],
  symbol: (row) => [row.symbol],
  tag: (row) => (row.tags.length === 0 ? NONE : row.tags),
  version: (row) => [row.more?.program_version ?? ''],
} satisfies Record<string, (row: LiveRow) => readonly string[]>
const NONE = [''] as const

export type RowMember = keyof typeof VALUES_OF
/** The value of an account. Empty where it has none. */
export type MemberValue = string

export function isRowMember(name: unknown): name is RowMember {
  return typeof name === 'string' && Object.hasOwn(VALUES_OF, name)
}
export const ROW_MEMBERS: readonly RowMember[] = Object.keys(VALUES_OF).filter(isRowMember)

export function valuesOf(member: RowMember): (row: LiveRow) => readonly MemberValue[] {
  return VALUES_OF[member]
}
