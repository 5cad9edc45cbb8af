import { accountExport } from '../../../contract/actions/account-transfer.ts'
import { implement } from '../implement.ts'

export const accountExportAction = implement(accountExport, ({ actor, services }, query) =>
  services.accountTransfers.export(actor, query),
)
