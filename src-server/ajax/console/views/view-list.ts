import { viewList } from '../../../contract/actions/views.ts'
import { implement } from '../implement.ts'

export const viewListAction = implement(viewList, async ({ actor, services }, { list }) => ({
  rows: await services.savedViews.list(actor, list),
}))
