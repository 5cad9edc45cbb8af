import { appUpdate } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appUpdateAction = implement(appUpdate, ({ actor, services }, { app, ...change }) =>
  services.applications.update(actor, app, change),
)
