import { backupDelete } from '../../../contract/actions/backups.ts'
import { implement } from '../implement.ts'

export const backupDeleteAction = implement(backupDelete, async ({ actor, services }, { name }) => {
  await services.backups.delete(actor, name)
  return {}
})
