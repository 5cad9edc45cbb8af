import type { Role } from '../../../contract/roles.ts'
import type { SignedIn } from '../../../services/session/sessions.ts'

/** What a signed-in client is told of itself; the token is the cookie's. */
export function signedInReply({ actor, csrf }: SignedIn): { name: string; role: Role; csrf: string } {
  return { name: actor.name, role: actor.role, csrf }
}
