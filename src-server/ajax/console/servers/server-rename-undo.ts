import { serverRenameUndo } from '../../../contract/actions/servers.ts'
import { implement } from '../implement.ts'

export const serverRenameUndoAction = implement(
  serverRenameUndo,
  ({ actor, services }, { id, dry_run: dryRun }) => services.serverRenames.undo(actor, id, { dryRun }),
)
