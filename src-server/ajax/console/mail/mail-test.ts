import { mailTest } from '../../../contract/actions/mail.ts'
import { implement } from '../implement.ts'

export const mailTestAction = implement(mailTest, ({ actor, services }, { to }) =>
  services.mailTests.send(actor, to),
)
