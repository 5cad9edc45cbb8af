import { developerUnban } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerUnbanAction = implement(developerUnban, ({ actor, services }, { id }) =>
  services.developers.unban(actor, id),
)
