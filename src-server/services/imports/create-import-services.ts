import type { ServiceContext } from '../service-context.ts'
import { ImportUndos } from './import-undos.ts'
import { undoAccounts } from './undo-accounts.ts'
import { undoCodes } from './undo-codes.ts'
import { undoDevices } from './undo-devices.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'devices' | 'journal' | 'jobs' | 'clock'>

export type ImportServices = ReturnType<typeof createImportServices>

/** The record of imports, and their undo. */
export function createImportServices(deps: Deps) {
  const ways = { code: undoCodes(deps), device: undoDevices(deps), account: undoAccounts() }
  return { importUndos: new ImportUndos({ ...deps, ways }) }
}
