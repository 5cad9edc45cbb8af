import { announcementDelete } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const announcementDeleteAction = implement(announcementDelete, async ({ actor, services }, { id }) => {
  await services.announcements.delete(actor, id)
  return {}
})
