import { fileList } from '../../../contract/actions/files.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const fileListAction = implement(fileList, ({ actor, services }, input) =>
  services.files.list(actor, input.filter, listQuery(input, 'id')),
)
