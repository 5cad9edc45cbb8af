import { certificationImport } from '../../../contract/actions/certifications.ts'
import { implement } from '../implement.ts'

export const certificationImportAction = implement(certificationImport, ({ actor, services }, input) =>
  services.certifications.import(actor, input.rows, input.dry_run),
)
