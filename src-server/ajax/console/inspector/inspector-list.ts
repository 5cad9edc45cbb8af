import { inspectorList } from '../../../contract/actions/inspector.ts'
import { implement } from '../implement.ts'

export const inspectorListAction = implement(
  inspectorList,
  async ({ actor, services }, { app, limit, refused }) => {
    services.applications.require(actor, app)
    return { rows: services.inspector.newest(app, limit, refused) }
  },
)
