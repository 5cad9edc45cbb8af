import { appExample } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appExampleAction = implement(appExample, async ({ actor, services }, { app, api, change }) =>
  services.callExamples.build(services.applications.preview(actor, app, change), api),
)
