import { bindRequestList } from '../../../contract/actions/messenger.ts'
import { implement } from '../implement.ts'

export const bindRequestListAction = implement(bindRequestList, ({ actor, services }, { filter }) =>
  services.bindRequests.list(actor, filter.app),
)
