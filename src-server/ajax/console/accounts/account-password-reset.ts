import { accountPasswordReset } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountPasswordResetAction = implement(
  accountPasswordReset,
  async ({ actor, services }, { id, password }) => ({
    password: await services.accounts.resetPassword(actor, id, password),
  }),
)
