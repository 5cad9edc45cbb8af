import { announcementCurrent } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const announcementCurrentAction = implement(announcementCurrent, async ({ actor, services }) => ({
  rows: await services.announcements.current(actor),
}))
