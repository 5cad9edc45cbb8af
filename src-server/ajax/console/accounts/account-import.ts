import { accountImport } from '../../../contract/actions/account-transfer.ts'
import { implement } from '../implement.ts'

export const accountImportAction = implement(
  accountImport,
  ({ actor, services }, { app, rows, dry_run: dryRun }) =>
    services.accountTransfers.import(actor, app, rows, { dryRun }),
)
