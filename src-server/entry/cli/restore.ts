import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { backupNameOf } from '../../domain/platform/backup-plan.ts'
import { entryOf, SERVER } from '../../services/platform/audit-trail.ts'
import { RecoveryKeyNeeded, type BackupStore, type RestoreOrder } from '../../store/backup-store.ts'
import { finishRestore } from '../../store/sqlite/backups/finish-restore.ts'
import { lockDataFolder } from '../../store/sqlite/lock.ts'
import { requireNotMoved } from '../../store/sqlite/moving/mark.ts'
import { makeFolder } from '../open-stores.ts'
import { readSettings } from './stored-settings.ts'
import { CommandRefused, outcome, type Command, type CommandHost } from './command.ts'
import { askRecoveryKey, backupStoreOf, requireStopped, sealingOf } from './data.ts'

/** Puts a backup in place of the data. The replaced data becomes a backup itself. */
export const restore: Command = async ({ folder, from }, host) => {
  if (from === undefined) throw new CommandRefused('Name the folder of the backup with --from')
  const source = resolve(from)
  if (!existsSync(join(source, 'backup.json')))
    throw new CommandRefused(`${source} is no backup: it has no backup.json. Name the folder of one backup`)
  requireStopped(folder, 'While it runs, restore in the console (Platform, Backups).')
  const kept = await putInPlace(folder, source, host, readSettings(folder))
  return outcome(
    0,
    [
      `Restored ${source} to ${folder}. Everybody is signed out`,
      ...(kept === null ? [] : [`The replaced data is kept as ${kept}`]),
    ],
    { restored: source, kept },
  )
}

/**
 * Puts a backup in place of the data of a stopped server. Asks for the recovery key where the backup needs it.
 * @param settings the settings of this machine; undefined for those of the backup
 * @returns the backup of the replaced data, null where there was none
 */
export async function putInPlace(
  folder: string,
  source: string,
  host: CommandHost,
  settings: RestoreOrder['settings'],
): Promise<string | null> {
  makeFolder(folder)
  const at = host.now()
  const release = lockDataFolder(folder, { pid: host.pid, since: at })
  try {
    // The next move of incomplete data would delete what comes here.
    requireNotMoved(folder, true)
    await finishRestore(folder)
    const hadData = existsSync(join(folder, 'pulsekey.db'))
    const name = basename(source)
    const place = dirname(source)
    const store = backupStoreOf(folder, host, sealingOf(host))
    const recoveryKey = await recoveryKeyFor(store, place, name, host)
    const keepAs = backupNameOf(at, 'before_restore')
    const change = {
      action: 'backup_restore',
      subject: { kind: 'backup', id: name, label: name },
      after: { by: 'command line' },
    }
    const order = {
      ...{ name, folder: place, keepAs, at, recoveryKey },
      entry: entryOf(SERVER, at, change),
      settings,
      session: undefined,
    }
    await store.stage(order, () => undefined)
    await store.commit(order)
    await finishRestore(folder)
    return hadData ? join(folder, 'backups', keepAs) : null
  } finally {
    release()
  }
}

async function recoveryKeyFor(
  store: BackupStore,
  folder: string,
  name: string,
  host: CommandHost,
): Promise<Uint8Array | undefined> {
  try {
    await store.requireOpens(folder, name, undefined)
    return undefined
  } catch (error) {
    if (!(error instanceof RecoveryKeyNeeded)) throw error
  }
  const key = await askRecoveryKey(host)
  await store.requireOpens(folder, name, key)
  return key
}
