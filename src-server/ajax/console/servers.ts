import type { SERVER_CONTRACT } from '../../contract/actions/servers.ts'
import { inside } from '../../contract/spelling.ts'
import type { ServerRenames } from '../../services/devices/server-renames.ts'
import type { Servers } from '../../services/devices/servers.ts'
import type { ActionsOf } from './handlers.ts'

export interface ServerServices {
  readonly servers: Servers
  readonly serverRenames: ServerRenames
}

export const serverActions = ({ servers, serverRenames }: ServerServices) => ({
  server_list: ({ actor }, wanted) => servers.list(actor, wanted),
  server_rename: ({ actor }, order) => serverRenames.rename(actor, inside(order)),
  server_rename_list: async ({ actor }) => ({ rows: await serverRenames.list(actor) }),
  server_rename_undo: ({ actor }, { id, dry_run: dryRun }) => serverRenames.undo(actor, id, { dryRun }),
}) satisfies ActionsOf<typeof SERVER_CONTRACT>
