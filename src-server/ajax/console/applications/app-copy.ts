import { appCopy } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appCopyAction = implement(appCopy, ({ actor, services }, { app, name }) =>
  services.applications.copy(actor, app, name),
)
