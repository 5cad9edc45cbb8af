import { viewDelete } from '../../../contract/actions/views.ts'
import { implement } from '../implement.ts'

export const viewDeleteAction = implement(viewDelete, async ({ actor, services }, { id }) => {
  await services.savedViews.delete(actor, id)
  return {}
})
