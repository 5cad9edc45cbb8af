import { batchUpdate } from '../../../contract/actions/batches.ts'
import { implement } from '../implement.ts'

export const batchUpdateAction = implement(batchUpdate, ({ actor, services }, { id, note }) =>
  services.batches.setNote(actor, id, note),
)
