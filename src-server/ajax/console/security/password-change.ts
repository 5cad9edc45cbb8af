import { passwordChange } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const passwordChangeAction = implement(
  passwordChange,
  async ({ services, session, caller }, { old, password }) => ({
    ended: await services.ownPassword.change(session, old, password, caller),
  }),
)
