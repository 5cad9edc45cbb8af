import { settingsGet } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const settingsGetAction = implement(settingsGet, async ({ services, addresses }) =>
  services.platformSettings.record(addresses),
)
