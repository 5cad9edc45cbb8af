import { certificationDelete } from '../../../contract/actions/certifications.ts'
import { implement } from '../implement.ts'

export const certificationDeleteAction = implement(certificationDelete, ({ actor, services }, { ids }) =>
  services.certifications.delete(actor, ids),
)
