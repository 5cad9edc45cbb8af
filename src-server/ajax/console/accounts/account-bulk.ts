import { accountBulk } from '../../../contract/actions/accounts.ts'
import { ACCOUNT } from '../../../contract/subjects/account.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { implement } from '../implement.ts'

export const accountBulkAction = implement(accountBulk, ({ actor, services }, input) =>
  services.accountChanges.update(
    actor,
    { ids: input.ids, filter: input.filter, search: input.search, dryRun: input.dry_run },
    { ...namedFields(ACCOUNT, input), extendSeconds: input.extend_seconds },
  ),
)
