import type { REQUEST_CONTRACT } from '../../contract/actions/requests.ts'
import type { RequestServices } from '../../services/requests/create-request-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery, selectionOf } from './list-query.ts'

export const requestActions = ({
  reviewQueue,
  requestDecisions,
  requestBulk,
  replyTemplates,
}: RequestServices) =>
  ({
    auth_request_list: ({ actor }, input) => {
      // Both orders give the same rows. An index covers one or the other, depending on the state.
      const byDefault = input.filter.state === undefined ? 'id' : 'created_at'
      return reviewQueue.list(actor, input.filter, listQuery(input, byDefault))
    },
    auth_request_get: ({ actor }, { id }) => reviewQueue.get(actor, id),
    auth_request_handle: async ({ actor }, decision) => {
      await requestDecisions.handle(actor, decision, 'auth_request_handle')
      return reviewQueue.get(actor, decision.id)
    },
    auth_request_bulk: ({ actor }, input) => requestBulk.approve(actor, selectionOf(input), input.note),
    auth_request_reverse: async ({ actor }, { id, note }) => {
      await requestDecisions.reverse(actor, id, note)
      return reviewQueue.get(actor, id)
    },
    auth_request_counts: ({ actor }) => reviewQueue.counts(actor),
    reply_template_list: async ({ actor }) => ({ rows: await replyTemplates.list(actor) }),
    reply_template_save: ({ actor }, { id, ...text }) => replyTemplates.save(actor, id, text),
    reply_template_delete: ({ actor }, { id }) => emptyAfter(replyTemplates.delete(actor, id)),
  }) satisfies ActionsOf<typeof REQUEST_CONTRACT>
