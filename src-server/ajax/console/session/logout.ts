import { logout } from '../../../contract/actions/session.ts'
import { implement } from '../implement.ts'

export const logoutAction = implement(logout, async ({ services, session, setSession }) => {
  await services.sessions.signOut(session)
  setSession(null)
  return {}
})
