import { codeGet } from '../../../contract/actions/codes.ts'
import { implement } from '../implement.ts'

export const codeGetAction = implement(codeGet, ({ actor, services }, { id }) =>
  services.codes.get(actor, id),
)
