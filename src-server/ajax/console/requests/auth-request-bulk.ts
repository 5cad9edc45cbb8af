import { authRequestBulk } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const authRequestBulkAction = implement(
  authRequestBulk,
  ({ actor, services }, { ids, filter, search, dry_run: dryRun, note }) =>
    services.requestBulk.approve(actor, { ids, filter, search, dryRun }, note),
)
