import { bindRequestHandle } from '../../../contract/actions/messenger.ts'
import { readBindCode } from '../../../domain/device/bind-code.ts'
import { implement } from '../implement.ts'

export const bindRequestHandleAction = implement(
  bindRequestHandle,
  async ({ actor, services }, { code, decision }) => {
    const read = readBindCode(code)
    return { code: read, state: await services.bindRequests.handle(actor, read, decision) }
  },
)
