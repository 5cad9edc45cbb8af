import type { PersonRecord } from '../../../src-server/contract/records/person.ts'

/** What a form says of a person. */
export interface PersonDraft {
  name: string
  email: string
  qq: string
  note: string
  /** Only for a new one: empty, he is invited and chooses it himself. */
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

/** As the actions take a new person: without a password he gets a link. */
export function newPerson({ password, ...person }: PersonDraft) {
  return password === '' ? person : { ...person, password }
}

/** As the actions take a change. */
export function changedPerson({ name, email, qq, note }: PersonDraft) {
  return { name, email, qq, note }
}
