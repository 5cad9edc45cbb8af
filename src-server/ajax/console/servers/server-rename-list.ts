import { serverRenameList } from '../../../contract/actions/servers.ts'
import { implement } from '../implement.ts'

export const serverRenameListAction = implement(serverRenameList, async ({ actor, services }) => ({
  rows: await services.serverRenames.list(actor),
}))
