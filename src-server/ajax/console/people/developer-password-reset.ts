import { developerPasswordReset } from '../../../contract/actions/developers.ts'
import { implement } from '../implement.ts'

export const developerPasswordResetAction = implement(developerPasswordReset, ({ actor, services }, { id }) =>
  services.people.resetPassword(actor, 'developer', id),
)
