import { certificationList } from '../../../contract/actions/certifications.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const certificationListAction = implement(certificationList, ({ services }, input) =>
  services.certifications.list(input.filter, listQuery(input, 'id')),
)
