import { developerCreate } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerCreateAction = implement(developerCreate, ({ actor, services }, { plan, ...person }) =>
  services.developers.create(actor, person, plan),
)
