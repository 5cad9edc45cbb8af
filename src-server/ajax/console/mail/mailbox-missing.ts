import { mailboxMissing } from '../../../contract/actions/mail.ts'
import { implement } from '../implement.ts'

export const mailboxMissingAction = implement(mailboxMissing, ({ services }) =>
  services.mailTests.unaddressed(),
)
