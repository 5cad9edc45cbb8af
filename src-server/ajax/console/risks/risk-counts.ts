import { riskCounts } from '../../../contract/actions/risks.ts'
import { implement } from '../implement.ts'

export const riskCountsAction = implement(riskCounts, ({ actor, services }) => services.risks.counts(actor))
