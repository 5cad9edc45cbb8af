import { appDelete } from '../../../contract/actions/applications.ts'
import { implement } from '../implement.ts'

export const appDeleteAction = implement(appDelete, async ({ actor, services }, { app }) => {
  await services.applications.delete(actor, app)
  return {}
})
