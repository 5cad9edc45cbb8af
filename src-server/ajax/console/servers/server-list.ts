import { serverList } from '../../../contract/actions/servers.ts'
import { implement } from '../implement.ts'

export const serverListAction = implement(serverList, ({ actor, services }, wanted) =>
  services.servers.list(actor, wanted),
)
