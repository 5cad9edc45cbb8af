import { messengerTest } from '../../../contract/actions/messenger.ts'
import { implement } from '../implement.ts'

export const messengerTestAction = implement(
  messengerTest,
  async ({ actor, services }, { app, open_id: openId }) => {
    const { openId: to, ...answer } = await services.messengerSetup.test(actor, app, openId)
    return { ...answer, open_id: to }
  },
)
