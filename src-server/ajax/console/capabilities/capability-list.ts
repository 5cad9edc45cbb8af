import { capabilityList } from '../../../contract/actions/capabilities.ts'
import { implement } from '../implement.ts'

export const capabilityListAction = implement(capabilityList, async ({ services }) => ({
  rows: services.capabilities.states(),
}))
