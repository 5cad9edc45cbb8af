import type { ActionOutput } from '../../contract/actions/index.ts'
import type { MESSENGER_CONTRACT } from '../../contract/actions/messenger.ts'
import { onWire } from '../../contract/spelling.ts'
import { readBindCode } from '../../domain/device/bind-code.ts'
import type { MessengerServices } from '../../services/messenger/create-messenger-services.ts'
import type { RequestServices } from '../../services/requests/create-request-services.ts'
import type { ActionsOf } from './handlers.ts'

export const messengerActions = ({ messengerSetup, bindRequests }: MessengerServices & RequestServices) =>
  ({
    messenger_test: async ({ actor }, { app, open_id: openId }) =>
      onWire<ActionOutput<'messenger_test'>>(await messengerSetup.test(actor, app, openId)),
    messenger_check: async ({ actor }, { app }) => ({ rows: await messengerSetup.check(actor, app) }),
    messenger_status: async ({ actor }, { app }) =>
      onWire<ActionOutput<'messenger_status'>>(messengerSetup.status(actor, app)),
    messenger_unbind: async ({ actor }, { device }) => ({
      open_id: await bindRequests.unbind(actor, device),
    }),
    bind_request_list: ({ actor }, { filter }) => bindRequests.list(actor, filter.app),
    bind_request_handle: async ({ actor }, { code: typed, decision }) => {
      const code = readBindCode(typed)
      return { code, state: await bindRequests.handle(actor, code, decision) }
    },
  }) satisfies ActionsOf<typeof MESSENGER_CONTRACT>
