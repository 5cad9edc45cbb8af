import { developerUpdate } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerUpdateAction = implement(
  developerUpdate,
  ({ actor, services }, { id, plan, plan_ends_at: planEndsAt, ...fields }) =>
    services.developers.update(actor, id, fields, { plan, planEndsAt }),
)
