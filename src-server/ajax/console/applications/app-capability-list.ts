import { appCapabilityList } from '../../../contract/actions/capabilities.ts'
import { implement } from '../implement.ts'

export const appCapabilityListAction = implement(appCapabilityList, async ({ actor, services }, { app }) =>
  services.capabilities.ofApplication(actor, app),
)
