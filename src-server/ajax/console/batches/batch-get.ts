import { batchGet } from '../../../contract/actions/batches.ts'
import { implement } from '../implement.ts'

export const batchGetAction = implement(batchGet, ({ actor, services }, { id }) =>
  services.batches.get(actor, id),
)
