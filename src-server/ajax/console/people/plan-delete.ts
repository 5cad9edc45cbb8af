import { planDelete } from '../../../contract/actions/plans.ts'
import { implement } from '../implement.ts'

export const planDeleteAction = implement(planDelete, async ({ actor, services }, { id }) => {
  await services.plans.delete(actor, id)
  return {}
})
