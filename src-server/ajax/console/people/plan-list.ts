import { planList } from '../../../contract/actions/plans.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const planListAction = implement(planList, ({ services }, input) =>
  services.plans.list(listQuery(input, 'id')),
)
