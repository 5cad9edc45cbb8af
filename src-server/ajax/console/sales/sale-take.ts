import { saleTake } from '../../../contract/actions/sales.ts'
import { inside } from '../../../contract/spelling.ts'
import { implement } from '../implement.ts'

export const saleTakeAction = implement(saleTake, ({ actor, services }, order) =>
  services.saleTakes.take(actor, inside(order)),
)
