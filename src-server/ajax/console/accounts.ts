import type { ACCOUNT_CONTRACT } from '../../contract/actions/accounts.ts'
import { ACCOUNT } from '../../contract/subjects/account.ts'
import { namedFields } from '../../contract/subjects/inside.ts'
import type { AccountServices } from '../../services/accounts/create-account-services.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const accountActions = ({
  accounts,
  accountChanges,
  accountRecharges,
  accountTransfers,
}: AccountServices) =>
  ({
    account_list: ({ actor }, input) => accounts.list(actor, input.filter, listQuery(input, 'id')),
    account_get: ({ actor }, { id }) => accounts.get(actor, id),
    account_create: ({ actor }, { app, user, password, qq, ...fields }) =>
      accounts.create(actor, app, { user, password, qq }, namedFields(ACCOUNT, fields)),
    account_update: ({ actor }, { id, password, ...fields }) =>
      accounts.update(actor, id, namedFields(ACCOUNT, fields), password),
    account_password_reset: async ({ actor }, { id, password }) => ({
      password: await accounts.resetPassword(actor, id, password),
    }),
    account_bulk: (
      { actor },
      { ids, filter, search, dry_run: dryRun, extend_seconds: extendSeconds, ...given },
    ) =>
      accountChanges.update(
        actor,
        { ids, filter, search, dryRun },
        { ...namedFields(ACCOUNT, given), extendSeconds },
      ),
    account_delete: ({ actor }, { ids }) => accounts.delete(actor, ids),
    account_recharge: ({ actor }, { id, kami }) => accountRecharges.recharge(actor, id, kami),
    account_export: ({ actor }, query) => accountTransfers.export(actor, query),
    account_import: ({ actor }, { app, rows, dry_run: dryRun, ...origin }) =>
      accountTransfers.import(actor, app, rows, { dryRun, ...origin }),
  }) satisfies ActionsOf<typeof ACCOUNT_CONTRACT>
