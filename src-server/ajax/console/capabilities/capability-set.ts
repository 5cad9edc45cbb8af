import { capabilitySet } from '../../../contract/actions/capabilities.ts'
import { implement } from '../implement.ts'

export const capabilitySetAction = implement(capabilitySet, ({ services }, { api, state }) =>
  services.capabilities.setState(api, state),
)
