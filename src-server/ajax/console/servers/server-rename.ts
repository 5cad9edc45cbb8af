import { serverRename } from '../../../contract/actions/servers.ts'
import { implement } from '../implement.ts'

export const serverRenameAction = implement(
  serverRename,
  ({ actor, services }, { replace_trials: replaceTrials, dry_run: dryRun, ...order }) =>
    services.serverRenames.rename(actor, { ...order, replaceTrials, dryRun }),
)
