import type {
  ApplicationChange,
  ApplicationRecord,
} from '../../../src-server/contract/records/application.ts'
import { changedMembers } from '../../kit/form/changed-members.ts'

/** What app_update needs to be told: only the members that differ, so that two people's changes don't undo each other. */
export function settingsChange(saved: ApplicationRecord, draft: ApplicationRecord): ApplicationChange {
  return changedMembers(saved, draft)
}
