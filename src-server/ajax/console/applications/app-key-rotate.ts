import { appKeyRotate } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appKeyRotateAction = implement(appKeyRotate, ({ actor, services }, { app, ...rotation }) =>
  services.applicationKeys.rotate(actor, app, rotation),
)
