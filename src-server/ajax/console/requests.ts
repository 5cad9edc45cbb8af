import type { REQUEST_CONTRACT } from '../../contract/actions/requests.ts'
import type { ReplyTemplates } from '../../services/requests/reply-templates.ts'
import type { RequestBulk } from '../../services/requests/request-bulk.ts'
import type { RequestDecisions } from '../../services/requests/request-decisions.ts'
import type { RequestDesk } from '../../services/requests/request-desk.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery, selectionOf } from './list-query.ts'

export interface RequestServices {
  readonly requestDesk: RequestDesk
  readonly requestDecisions: RequestDecisions
  readonly requestBulk: RequestBulk
  readonly replyTemplates: ReplyTemplates
}

export const requestActions = ({
  requestDesk,
  requestDecisions,
  requestBulk,
  replyTemplates,
}: RequestServices) => ({
  auth_request_list: ({ actor }, input) => {
    // Both orders give the same rows. An index covers one or the other, depending on the state.
    const byDefault = input.filter.state === undefined ? 'id' : 'created_at'
    return requestDesk.list(actor, input.filter, listQuery(input, byDefault))
  },
  auth_request_get: ({ actor }, { id }) => requestDesk.get(actor, id),
  auth_request_handle: async ({ actor }, decision) => {
    await requestDecisions.handle(actor, decision, 'auth_request_handle')
    return requestDesk.get(actor, decision.id)
  },
  auth_request_bulk: ({ actor }, input) => requestBulk.approve(actor, selectionOf(input), input.note),
  auth_request_reverse: async ({ actor }, { id, note }) => {
    await requestDecisions.reverse(actor, id, note)
    return requestDesk.get(actor, id)
  },
  auth_request_counts: ({ actor }) => requestDesk.counts(actor),
  reply_template_list: async ({ actor }) => ({ rows: await replyTemplates.list(actor) }),
  reply_template_save: ({ actor }, { id, ...text }) => replyTemplates.save(actor, id, text),
  reply_template_delete: ({ actor }, { id }) => emptyAfter(replyTemplates.delete(actor, id)),
}) satisfies ActionsOf<typeof REQUEST_CONTRACT>
