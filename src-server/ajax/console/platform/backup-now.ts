import { backupNow } from '../../../contract/actions/backups.ts'
import { implement } from '../implement.ts'

export const backupNowAction = implement(backupNow, async ({ actor, services }) => ({
  job: services.backups.start(actor),
}))
