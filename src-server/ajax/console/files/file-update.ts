import { fileUpdate } from '../../../contract/actions/files.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { FILE } from '../../../contract/subjects/platform.ts'
import { implement } from '../implement.ts'

export const fileUpdateAction = implement(fileUpdate, ({ actor, services }, { id, ...given }) =>
  services.files.update(actor, id, namedFields(FILE, given)),
)
