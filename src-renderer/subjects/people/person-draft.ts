import type { PersonRecord } from '../../../src-server/contract/records/person.ts'

/** A person's data as a form edits them. */
export interface PersonDraft {
  name: string
  email: string
  qq: string
  note: string
  /** The password of a new person. An empty one: the person gets an invitation and chooses it. */
  password: string
}

/** @param person undefined for a new one */
export function personDraft(
  person: Pick<PersonRecord, 'name' | 'email' | 'qq' | 'note'> | undefined,
): PersonDraft {
  const { name = '', email = '', qq = '', note = '' } = person ?? {}
  return { name, email, qq, note, password: '' }
}

/** As the actions take a new person: without a password the person gets a link. */
export function newPerson(draft: PersonDraft) {
  const { name, email, qq, note, password } = draft
  return { name, email, qq, note, ...(password !== '' && { password }) }
}

/** The changed members, as the actions take a change. */
export function changedPerson({ name, email, qq, note }: Partial<PersonDraft>) {
  return { name, email, qq, note }
}
