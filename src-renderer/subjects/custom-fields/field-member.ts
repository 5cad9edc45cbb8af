/** A field that the vendor defined, by its number, among the members of a record by which people filter and group. */
export type FieldMember = `field-${number}`

export function isFieldMember(name: string): name is FieldMember {
  return /^field-[1-9]\d{0,14}$/.test(name)
}

/** The number of the field. */
export function fieldOf(member: FieldMember): number {
  return Number(member.slice('field-'.length))
}
