import { resolve } from 'node:path'
import { backupNameOf } from '../../domain/platform/backup-plan.ts'
import { outcome, type Command } from './command.ts'
import { backupStoreOf, requireData, sealingOf } from './data.ts'

/** Copies both databases and checks the copies. A running server goes on meanwhile. */
export const backup: Command = async ({ folder, to }, host) => {
  requireData(folder)
  const store = backupStoreOf(folder, host, sealingOf(host))
  const at = host.now()
  const place = to === undefined ? '' : resolve(to)
  const made = await store.make(
    { name: backupNameOf(at, 'manual'), reason: 'manual', at, folder: place },
    () => undefined,
  )
  const path = resolve(store.pathOf(place), made.name)
  return outcome(0, [`Made and checked: ${path} (${made.size} bytes)`], { path, ...made })
}
