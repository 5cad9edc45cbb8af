import { fieldOf, isFieldMember, type FieldMember } from '../../../subjects/custom-fields/field-member.ts'
import type { LiveRow } from './live-row.ts'

/** Members of an account by which people filter and group. An account may have several values of one. */
const VALUES_OF = {
  agent: (row) => [row.agent === null ? '' : String(row.agent)],
  app: (row) => [String(row.app)],
  server: (row) => [row.server],
  symbol: (row) => [row.symbol],
  tag: (row) => (row.tags.length === 0 ? [''] : row.tags),
  version: (row) => [row.more?.program_version ?? ''],
} satisfies Record<string, (row: LiveRow) => readonly string[]>
export type OwnMember = keyof typeof VALUES_OF
export type RowMember = OwnMember | FieldMember
/** The value of an account. Empty where it has none. */
export type MemberValue = string

function isOwnMember(name: string): name is OwnMember {
  return Object.hasOwn(VALUES_OF, name)
}
export function isRowMember(name: unknown): name is RowMember {
  return typeof name === 'string' && (isOwnMember(name) || isFieldMember(name))
}
export const OWN_MEMBERS: readonly OwnMember[] = Object.keys(VALUES_OF).filter(isOwnMember)

export function valuesOf(member: RowMember): (row: LiveRow) => readonly MemberValue[] {
  if (!isFieldMember(member)) return VALUES_OF[member]
  const field = fieldOf(member)
  return (row) => [row.fields[field] ?? '']
}
