import type { PersonRecord } from '../../../src-server/contract/records/person.ts'

/** A person as a form has them. */
export interface PersonDraft {
  name: string
  email: string
  qq: string
  note: string
  /** Only for a new person. Without a password they get an invitation and choose one themselves. */
  password: string
}

export function emptyDraft(): PersonDraft {
  return { name: '', email: '', qq: '', note: '', password: '' }
}

export function draftOf({
  name,
  email,
  qq,
  note,
}: Pick<PersonRecord, 'name' | 'email' | 'qq' | 'note'>): PersonDraft {
  return { name, email, qq, note, password: '' }
}

/** A new person as the actions take it. Without a password the person gets a link. */
export function newPerson({ password, ...person }: PersonDraft) {
  return password === '' ? person : { ...person, password }
}

/** A change as the actions take it. */
export function changedPerson({ name, email, qq, note }: PersonDraft) {
  return { name, email, qq, note }
}
