import { riskList } from '../../../contract/actions/risks.ts'
import { implement } from '../implement.ts'

export const riskListAction = implement(riskList, ({ actor, services }, filter) =>
  services.risks.list(actor, filter),
)
