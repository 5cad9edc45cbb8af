import type { z } from 'zod'
import type { deviceBulk } from '../../../contract/actions/device-bulk.ts'
import type { DeviceSelection } from '../../../services/devices/devices.ts'

/** Which accounts a bulk act means, as it is spelled inside. */
export function deviceSelection(
  input: Pick<z.output<typeof deviceBulk.input>, 'ids' | 'filter' | 'search' | 'dry_run'>,
): DeviceSelection {
  return { ids: input.ids, filter: input.filter, search: input.search, dryRun: input.dry_run }
}
