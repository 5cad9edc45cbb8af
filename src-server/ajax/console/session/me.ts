import { me } from '../../../contract/actions/session.ts'
import { implement } from '../implement.ts'
import { signedInReply } from './signed-in-reply.ts'

export const meAction = implement(me, async ({ actor, session, services, cameTo }) => ({
  ...signedInReply(session),
  permissions: [...actor.permissions],
  operator: actor.operatorId,
  staff: actor.personId !== actor.operatorId,
  totp: session.totp,
  elevated_until: session.elevatedUntil,
  public_url: services.platformSettings.publicAddress(cameTo),
  currency: services.platformSettings.current.sales.currency,
}))
