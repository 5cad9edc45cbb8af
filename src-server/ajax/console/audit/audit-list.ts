import { auditList } from '../../../contract/actions/audit.ts'
import { inside } from '../../../contract/spelling.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const auditListAction = implement(auditList, ({ actor, services }, input) =>
  services.auditLog.list(actor, inside(input.filter), listQuery(input, 'id')),
)
