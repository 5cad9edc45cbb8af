import { NOTICE_KINDS, type NoticeKind } from '../../contract/outgoing-names.ts'
import { isShutOut, type Operator } from '../access/operator.ts'
import { noticesOf } from './notice-preferences.ts'

/**
 * The kinds of notices an operator can get: those about applications for operators who have some, those about
 * sign-ins for everybody.
 */
export function noticeKindsOf({
  role,
  employerId,
}: Pick<Operator, 'role' | 'employerId'>): readonly NoticeKind[] {
  return role === 'agent' || employerId !== null ? ['security'] : NOTICE_KINDS
}

/**
 * Whether an operator gets such a mail: the kind is available to them, they want it, and they have a mailbox.
 * An operator who is shut out gets none.
 */
export function wantsNotice(person: Operator, kind: NoticeKind): boolean {
  return (
    person.email !== '' &&
    !isShutOut(person) &&
    noticeKindsOf(person).includes(kind) &&
    noticesOf(person.notices)[kind]
  )
}
