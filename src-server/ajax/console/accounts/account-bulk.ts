import { accountBulk } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountBulkAction = implement(accountBulk, ({ actor, services }, input) =>
  services.accountChanges.update(
    actor,
    { ids: input.ids, filter: input.filter, search: input.search, dryRun: input.dry_run },
    { disabled: input.disabled, disableReason: input.disable_reason, extendSeconds: input.extend_seconds },
  ),
)
