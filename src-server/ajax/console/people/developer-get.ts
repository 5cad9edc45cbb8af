import { developerGet } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerGetAction = implement(developerGet, ({ actor, services }, { id }) =>
  services.developers.get(actor, id),
)
