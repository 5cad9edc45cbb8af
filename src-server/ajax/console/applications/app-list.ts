import { appList } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const appListAction = implement(appList, ({ actor, services }, input) =>
  services.applications.list(actor, input.filter, listQuery(input, 'app')),
)
