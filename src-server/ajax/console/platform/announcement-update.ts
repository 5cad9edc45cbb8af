import { announcementUpdate } from '../../../contract/actions/platform.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { ANNOUNCEMENT } from '../../../contract/subjects/platform.ts'
import { implement } from '../implement.ts'

export const announcementUpdateAction = implement(announcementUpdate, ({ actor, services }, given) =>
  services.announcements.update(actor, given.id, namedFields(ANNOUNCEMENT, given)),
)
