import { auditVerify } from '../../../contract/actions/audit.ts'
import { implement } from '../implement.ts'

export const auditVerifyAction = implement(auditVerify, async ({ actor, services }, { last }) =>
  last ? { verification: services.auditLog.lastVerification() } : services.auditLog.verify(actor),
)
