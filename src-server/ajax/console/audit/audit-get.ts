import { auditGet } from '../../../contract/actions/audit.ts'
import { implement } from '../implement.ts'

export const auditGetAction = implement(auditGet, ({ actor, services }, { id }) =>
  services.auditLog.get(actor, id),
)
