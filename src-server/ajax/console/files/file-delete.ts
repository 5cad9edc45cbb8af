import { fileDelete } from '../../../contract/actions/files.ts'
import { implement } from '../implement.ts'

export const fileDeleteAction = implement(fileDelete, ({ actor, services }, { ids }) =>
  services.files.delete(actor, ids),
)
