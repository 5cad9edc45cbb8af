import { noticeGet } from '../../../contract/actions/mail.ts'
import { implement } from '../implement.ts'

export const noticeGetAction = implement(noticeGet, ({ actor, services }) => services.ownNotices.get(actor))
