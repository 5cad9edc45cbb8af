import { appCapabilitySet } from '../../../contract/actions/capabilities.ts'
import { implement } from '../implement.ts'

export const appCapabilitySetAction = implement(
  appCapabilitySet,
  ({ actor, services }, { app, api, granted, expires: expiresAt, price_text: priceText }) =>
    services.capabilities.grant(actor, app, api, { granted, expiresAt, priceText }),
)
