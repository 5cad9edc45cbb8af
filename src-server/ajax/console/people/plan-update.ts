import { planUpdate } from '../../../contract/actions/plans.ts'
import { implement } from '../implement.ts'
import { inside } from '../../../contract/spelling.ts'

export const planUpdateAction = implement(planUpdate, ({ actor, services }, { id, ...fields }) =>
  services.plans.update(actor, id, inside(fields)),
)
