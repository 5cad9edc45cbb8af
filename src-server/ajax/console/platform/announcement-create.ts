import { announcementCreate } from '../../../contract/actions/platform.ts'
import { inside } from '../../../contract/spelling.ts'
import { implement } from '../implement.ts'

export const announcementCreateAction = implement(announcementCreate, ({ actor, services }, fields) =>
  services.announcements.create(actor, inside(fields)),
)
