import { capabilitySet } from '../../../contract/actions/capabilities.ts'
import { implement } from '../implement.ts'

export const capabilitySetAction = implement(
  capabilitySet,
  ({ actor, services }, { api, state, price_text: priceText }) =>
    services.capabilities.setState(actor, api, { state, priceText }),
)
