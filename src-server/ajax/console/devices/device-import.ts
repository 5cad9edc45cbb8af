import { deviceImport } from '../../../contract/actions/device-transfer.ts'
import { CONSOLE } from '../../../contract/error-codes.ts'
import { Refused } from '../../../services/refused.ts'
import { implement } from '../implement.ts'

export const deviceImportAction = implement(
  deviceImport,
  async ({ actor, services }, { app, rows, existing, dry_run: dryRun }) => {
    // Making accounts is one permission, changing those that are there another.
    if (existing === 'update' && !actor.permissions.includes('devices.edit'))
      throw new Refused(CONSOLE.forbidden, 'Your role does not include this')
    return services.deviceTransfers.import(actor, app, rows, { existing, dryRun })
  },
)
