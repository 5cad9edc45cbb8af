import { riskAcknowledge } from '../../../contract/actions/risks.ts'
import { implement } from '../implement.ts'

export const riskAcknowledgeAction = implement(
  riskAcknowledge,
  async ({ actor, services }, { keys, note }) => ({
    done: await services.risks.acknowledge(actor, keys, note),
  }),
)
