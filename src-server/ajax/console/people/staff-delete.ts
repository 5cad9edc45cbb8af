import { staffDelete } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const staffDeleteAction = implement(staffDelete, async ({ actor, services }, { id }) => {
  await services.staff.delete(actor, id)
  return {}
})
