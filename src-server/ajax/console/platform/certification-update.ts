import { certificationUpdate } from '../../../contract/actions/certifications.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { CERTIFICATION } from '../../../contract/subjects/platform.ts'
import { implement } from '../implement.ts'

export const certificationUpdateAction = implement(certificationUpdate, ({ actor, services }, given) =>
  services.certifications.update(actor, given.id, namedFields(CERTIFICATION, given)),
)
