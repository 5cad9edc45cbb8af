import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '../../contract/ports.ts'
import { readRecoveryKey, describeMistake } from '../../domain/sealing/recovery-key.ts'
import { createBackupStore } from '../../store/sqlite/backups/backup-store.ts'
import { findHolder } from '../../store/sqlite/lock.ts'
import { SqliteSealing } from '../../store/sqlite/sealing/sqlite-sealing.ts'
import { findMachineKeys } from '../machine-key.ts'
import { openStores, type FolderStores } from '../open-stores.ts'
import { CommandRefused, type CommandHost } from './command.ts'

/** The command's result says what happened; nothing else is logged. */
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** @throws CommandRefused where there is no data */
export function requireData(folder: string): void {
  if (!existsSync(join(folder, 'pulsekey.db')))
    throw new CommandRefused(`There is no data in ${folder}: name the data folder with --data`)
}

/** @throws CommandRefused while a server uses the folder @param instead what is possible then */
export function requireStopped(folder: string, instead: string): void {
  const holder = findHolder(folder)
  if (holder === undefined) return
  const process = holder.pid === undefined ? '' : ` (process ${holder.pid})`
  throw new CommandRefused(`A server is running on ${folder}${process}. Stop it first. ${instead}`)
}

export function sealingOf(host: CommandHost): SqliteSealing {
  return new SqliteSealing({
    machineKeys: () => findMachineKeys(host.machineKey, host.random),
    random: host.random,
  })
}

/** Opens the data as a start of the server does: alone, checked and brought to this version. */
export function openData(folder: string, host: CommandHost, sealing: SqliteSealing): Promise<FolderStores> {
  return openStores({
    folder,
    migrations: migrationsOf(host),
    telemetryWorker: pathToFileURL(host.places.telemetryWorker),
    pid: host.pid,
    sealing,
    clock: { now: host.now, nowMs: () => host.now() * 1000 },
    log: SILENT,
    // Commands store no pulses, so no day begins.
    utcOffset: () => 0,
  })
}

export function backupStoreOf(folder: string, host: CommandHost, sealing: SqliteSealing) {
  return createBackupStore({
    data: folder,
    migrations: migrationsOf(host),
    worker: pathToFileURL(host.places.backupWorker),
    version: host.version,
    sealing,
  })
}

/** @throws CommandRefused for a text that can't be a recovery key */
export async function askRecoveryKey(host: CommandHost): Promise<Uint8Array> {
  const read = readRecoveryKey(await host.askSecret('Recovery key: '))
  if ('bytes' in read) return read.bytes
  throw new CommandRefused(describeMistake(read.group))
}

export const migrationsOf = ({ places }: CommandHost): string => resolve(places.root, 'drizzle')
