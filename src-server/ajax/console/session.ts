import type { SESSION_CONTRACT } from '../../contract/actions/session.ts'
import { withoutSlash } from '../../contract/public-address.ts'
import type { Role } from '../../contract/permissions.ts'
import type { PeopleServices } from '../../services/people/create-people-services.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import type { PublicAddress } from '../../services/platform/public-address.ts'
import type { SessionServices } from '../../services/session/create-session-services.ts'
import type { SignedIn } from '../../services/session/sessions.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const sessionActions = ({
  sessions,
  stepUps,
  platformSettings,
  publicAddress,
  invitations,
}: SessionServices & PlatformServices & PeopleServices) =>
  ({
    login: async ({ caller, setSession }, { name, password, otp }) => {
      const session = await sessions.signIn(name, password, caller, otp)
      setSession(session.token)
      return signedInReply(session)
    },
    setup: async ({ caller, setSession }, { token, password }) => {
      const session = await sessions.setUp(token, password, caller)
      setSession(session.token)
      return signedInReply(session)
    },
    logout: async ({ session, setSession }) => {
      await sessions.signOut(session)
      setSession(null)
      return {}
    },
    me: async ({ actor, session, cameTo }) => ({
      ...signedInReply(session),
      ...addressReply(publicAddress.current(cameTo)),
      permissions: [...actor.permissions],
      operator: actor.operatorId,
      staff: actor.personId !== actor.operatorId,
      totp: session.totp,
      elevated_until: session.elevatedUntil,
      currency: platformSettings.current.sales.currency,
    }),
    step_up: async ({ session, caller }, { password, otp }) => ({
      elevated_until: await stepUps.stepUp(session, password, caller, otp),
    }),
    invitation_get: async (_, { token }) => {
      const { invitation, operator } = await invitations.look(token)
      const { kind, createdBy, expiresAt } = invitation
      return { kind, name: operator.name, role: operator.role, invited_by: createdBy, expires_at: expiresAt }
    },
    invitation_accept: async ({ caller, setSession }, { token, password }) => {
      const session = await invitations.accept(token, password, caller)
      if (session === undefined) return { session: null }
      setSession(session.token)
      return { session: signedInReply(session) }
    },
    invitation_revoke: ({ actor }, { id }) => emptyAfter(invitations.revoke(actor, id)),
  }) satisfies ActionsOf<typeof SESSION_CONTRACT>

function addressReply({ url, isSet, reach }: PublicAddress) {
  return { public_url: withoutSlash(url), public_is_set: isSet, public_reach: reach }
}

/** The reply to a client that signed in. The token is only in the cookie. */
export function signedInReply({ actor, csrf }: SignedIn): { name: string; role: Role; csrf: string } {
  return { name: actor.name, role: actor.role, csrf }
}
