import { backupList } from '../../../contract/actions/backups.ts'
import { implement } from '../implement.ts'

export const backupListAction = implement(backupList, ({ services }) => services.backups.list())
