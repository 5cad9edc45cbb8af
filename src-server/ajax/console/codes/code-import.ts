import { codeImport } from '../../../contract/actions/codes.ts'
import { implement } from '../implement.ts'

export const codeImportAction = implement(codeImport, ({ actor, services }, { app, rows, dry_run: dryRun }) =>
  services.codeImports.import(actor, app, rows, { dryRun }),
)
