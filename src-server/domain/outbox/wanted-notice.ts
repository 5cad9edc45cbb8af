import { NOTICE_KINDS, type NoticeKind } from '../../contract/outgoing-names.ts'
import { isShutOut, type Operator } from '../access/operator.ts'
import { noticesOf } from './notice-preferences.ts'

/** What somebody can be told at all: about applications, those who have them; about his signing in, everybody. */
export function noticeKindsOf({
  role,
  employerId,
}: Pick<Operator, 'role' | 'employerId'>): readonly NoticeKind[] {
  return role === 'agent' || employerId !== null ? ['security'] : NOTICE_KINDS
}

/** Whether such a mail is for him: he can have it, wants it, and has a mailbox. Who is shut out is told nothing. */
export function wantsNotice(person: Operator, kind: NoticeKind): boolean {
  return (
    person.email !== '' &&
    !isShutOut(person) &&
    noticeKindsOf(person).includes(kind) &&
    noticesOf(person.notices)[kind]
  )
}
