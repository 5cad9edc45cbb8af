import { messageList } from '../../../contract/actions/messages.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const messageListAction = implement(messageList, ({ actor, services }, input) =>
  services.messages.list(actor, input.filter, listQuery(input, 'id')),
)
