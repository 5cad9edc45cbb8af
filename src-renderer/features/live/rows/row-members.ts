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
/** A field that the vendor defined, by its number. */
export type FieldMember = `field-${number}`
export type RowMember = OwnMember | FieldMember
/** The value of an account. Empty where it has none. */
export type MemberValue = string

function isOwnMember(name: string): name is OwnMember {
  return Object.hasOwn(VALUES_OF, name)
}
export function isFieldMember(name: string): name is FieldMember {
  return /^field-[1-9]\d{0,14}$/.test(name)
}
export function isRowMember(name: unknown): name is RowMember {
  return typeof name === 'string' && (isOwnMember(name) || isFieldMember(name))
}
export const OWN_MEMBERS: readonly OwnMember[] = Object.keys(VALUES_OF).filter(isOwnMember)

/** The number of the field. */
export function fieldOf(member: FieldMember): string {
  return member.slice('field-'.length)
}

export function valuesOf(member: RowMember): (row: LiveRow) => readonly MemberValue[] {
  if (!isFieldMember(member)) return VALUES_OF[member]
  const field = fieldOf(member)
  return (row) => [row.fields[field] ?? '']
}
