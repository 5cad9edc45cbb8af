import { appGet } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appGetAction = implement(appGet, ({ actor, services }, { app }) =>
  services.applications.get(actor, app),
)
