import { developerUnfreeze } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerUnfreezeAction = implement(developerUnfreeze, ({ actor, services }, { id }) =>
  services.developers.unfreeze(actor, id),
)
