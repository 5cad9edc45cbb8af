import { announcementUpdate } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const announcementUpdateAction = implement(announcementUpdate, ({ actor, services }, given) =>
  services.announcements.update(actor, given.id, {
    ...(given.title !== undefined && { title: given.title }),
    ...(given.text !== undefined && { text: given.text }),
    ...(given.audience !== undefined && { audience: given.audience }),
    ...(given.starts_at !== undefined && { startsAt: given.starts_at }),
    ...(given.ends_at !== undefined && { endsAt: given.ends_at }),
  }),
)
