import { developerFreeze } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerFreezeAction = implement(developerFreeze, ({ actor, services }, { id, reason }) =>
  services.developers.freeze(actor, id, reason),
)
