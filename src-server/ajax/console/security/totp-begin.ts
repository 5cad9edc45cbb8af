import { totpBegin } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const totpBeginAction = implement(totpBegin, ({ services, actor }) =>
  services.secondFactor.begin(actor),
)
