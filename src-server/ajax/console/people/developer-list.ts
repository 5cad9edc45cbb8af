import { developerList } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const developerListAction = implement(developerList, ({ services }, input) =>
  services.developers.list(input.filter, listQuery(input, 'id')),
)
