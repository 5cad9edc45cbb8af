import { backupRestore } from '../../../contract/actions/backups.ts'
import { implement } from '../implement.ts'

export const backupRestoreAction = implement(
  backupRestore,
  async ({ actor, session, services }, { name }) => ({
    job: await services.backups.restore(actor, session.token, name),
  }),
)
