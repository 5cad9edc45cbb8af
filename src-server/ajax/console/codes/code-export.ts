import { codeExport } from '../../../contract/actions/code-bulk.ts'
import { implement } from '../implement.ts'

export const codeExportAction = implement(codeExport, ({ actor, services }, input) =>
  services.codeExports.export(actor, input),
)
