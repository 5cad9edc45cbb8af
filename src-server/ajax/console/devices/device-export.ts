import { deviceExport } from '../../../contract/actions/device-transfer.ts'
import { implement } from '../implement.ts'

export const deviceExportAction = implement(deviceExport, ({ actor, services }, query) =>
  services.deviceTransfers.export(actor, query),
)
