import { roleDelete } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const roleDeleteAction = implement(roleDelete, async ({ actor, services }, { id }) => {
  await services.staffRoles.delete(actor, id)
  return {}
})
