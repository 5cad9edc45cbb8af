import { auditExport } from '../../../contract/actions/audit.ts'
import { inside } from '../../../contract/spelling.ts'
import { implement } from '../implement.ts'

export const auditExportAction = implement(auditExport, ({ actor, services }, input) =>
  services.auditLog.export(actor, input.format, inside(input.filter), input),
)
