import { fileCreate } from '../../../contract/actions/files.ts'
import { implement } from '../implement.ts'

export const fileCreateAction = implement(fileCreate, ({ actor, services }, { app, ...fields }) =>
  services.files.create(actor, app, fields),
)
