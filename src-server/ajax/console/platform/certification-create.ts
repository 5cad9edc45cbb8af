import { certificationCreate } from '../../../contract/actions/certifications.ts'
import { inside } from '../../../contract/spelling.ts'
import { implement } from '../implement.ts'

export const certificationCreateAction = implement(certificationCreate, ({ actor, services }, fields) =>
  services.certifications.create(actor, inside(fields)),
)
