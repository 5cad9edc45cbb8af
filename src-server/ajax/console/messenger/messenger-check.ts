import { messengerCheck } from '../../../contract/actions/messenger.ts'
import { implement } from '../implement.ts'

export const messengerCheckAction = implement(messengerCheck, async ({ actor, services }, { app }) => ({
  rows: await services.messengerSetup.check(actor, app),
}))
