import { appCapabilitySet } from '../../../contract/actions/capabilities.ts'
import { implement } from '../implement.ts'

export const appCapabilitySetAction = implement(
  appCapabilitySet,
  ({ actor, services }, { app, api, ...change }) => services.capabilities.grant(actor, app, api, change),
)
