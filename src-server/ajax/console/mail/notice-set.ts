import { noticeSet } from '../../../contract/actions/mail.ts'
import { implement } from '../implement.ts'

export const noticeSetAction = implement(noticeSet, ({ actor, services }, change) =>
  services.ownNotices.set(actor, change),
)
