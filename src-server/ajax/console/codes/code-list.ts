import { codeList } from '../../../contract/actions/codes.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const codeListAction = implement(codeList, ({ actor, services }, input) =>
  services.codes.list(actor, input.filter, listQuery(input, 'id')),
)
