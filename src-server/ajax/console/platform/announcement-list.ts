import { announcementList } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const announcementListAction = implement(announcementList, ({ services }, input) =>
  services.announcements.list(listQuery(input, 'id')),
)
