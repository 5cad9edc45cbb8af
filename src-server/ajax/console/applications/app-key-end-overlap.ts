import { appKeyEndOverlap } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appKeyEndOverlapAction = implement(appKeyEndOverlap, ({ actor, services }, { app, key }) =>
  services.applicationKeys.endOverlap(actor, app, key),
)
