import { developerBan } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerBanAction = implement(
  developerBan,
  ({ actor, services }, { id, reason, close_apps: closeApps }) =>
    services.developers.ban(actor, id, reason, closeApps),
)
