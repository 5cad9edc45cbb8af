import { settingsSet } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const settingsSetAction = implement(settingsSet, async ({ actor, services, addresses }, change) => {
  await services.platformSettings.set(actor, change)
  return services.platformSettings.record(addresses)
})
