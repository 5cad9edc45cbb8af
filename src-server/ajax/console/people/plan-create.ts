import { planCreate } from '../../../contract/actions/plans.ts'
import { implement } from '../implement.ts'
import { inside } from '../../../contract/spelling.ts'

export const planCreateAction = implement(planCreate, ({ actor, services }, input) =>
  services.plans.create(actor, inside(input)),
)
