import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupRecord } from '../../../contract/records/backup.ts'
import {
  BackupError,
  MAIN_DATABASE,
  type Report,
  type BackupStore,
  type Verdict,
} from '../../backup-store.ts'
import { markRestore } from './finish-restore.ts'
import { listBackups } from './list-backups.ts'
import { readManifest } from './manifest.ts'
import type { FromBackupWorker, BackupTask } from './messages.ts'
import { isOpenToOthers } from '../private-files.ts'
import type { SqliteSealing } from '../sealing/sqlite-sealing.ts'
import { KnownCopies, readDataKeyOf } from './data-key-of.ts'
import { settleStaged } from './settle-staged.ts'
import { backupsOf, partOf, syncFolder } from './places.ts'

interface Places {
  readonly data: string
  /** `drizzle/`. */
  readonly migrations: string
  readonly worker: URL
  readonly version: string
  readonly sealing: SqliteSealing
}

/** Makes, lists, restores and checks backups on SQLite's files. */
export function createBackupStore({ data, migrations, worker, version, sealing }: Places): BackupStore {
  const own = backupsOf(data)
  const copies = new KnownCopies()
  const pathOf = (folder: string) => (folder === '' ? own : folder)
  const placesOf = (folder: string) => [...new Set([own, resolve(pathOf(folder))])]
  const find = (folder: string, name: string) =>
    placesOf(folder)
      .map((place) => join(place, name))
      .find((backup) => readManifest(backup) !== undefined)

  const requireFolder = async (folder: string): Promise<void> => {
    const path = pathOf(folder)
    if (!isAbsolute(path)) throw new BackupError('a whole path from the root on')
    try {
      await makeOne(path)
      if (!(await stat(path)).isDirectory()) throw new BackupError('it is no folder')
      await access(path, constants.W_OK)
    } catch (error) {
      throw new BackupError(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    isElsewhere: false,
    make: async (order, report) => {
      await requireFolder(order.folder)
      const target = join(pathOf(order.folder), order.name)
      return (await runTask(
        worker,
        { kind: 'make', data, target, order: { ...order, version } },
        report,
      )) as BackupRecord
    },

    list: async (folder) =>
      listBackups(data, folder)
        .map(({ record }) => record)
        .sort((a, b) => b.made_at - a.made_at || (a.name < b.name ? 1 : -1)),

    delete: async (folder, name) => {
      const backup = find(folder, name)
      if (backup === undefined) return false
      // Renamed first, so that a half deleted backup never counts as one.
      await rename(backup, partOf(backup))
      await rm(partOf(backup), { recursive: true, force: true })
      return true
    },

    stage: async (order, report) => {
      const source = find(order.folder, order.name)
      if (source === undefined) throw new BackupError('There is no such backup any more')
      await runTask(worker, { kind: 'stage', data, source, migrations, at: order.at }, report)
      await settleStaged(data, order, sealing)
    },

    requireOpens: async (folder, name, recoveryKey) => {
      const source = find(folder, name)
      if (source !== undefined) sealing.requireOpens(readDataKeyOf(source), recoveryKey)
    },

    commit: async ({ keepAs, at }) => {
      await makeOne(own)
      syncFolder(data)
      markRestore(data, { keepAs, at, version })
    },

    check: async () => (await runTask(worker, { kind: 'check', data })) as Verdict[],

    space: async () => {
      const disk = await statfs(data)
      return { folder: data, free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
    },

    exposure: async () => ({
      open_folder: isOpenToOthers(data),
      plain_copies: await plainCopies(own, copies),
    }),

    pathOf,
    requireFolder,
  }
}

/**
 * Creates the folder only, not its parents: Node's recursive call never returns for a path that the system
 * reports as missing again and again, such as one in /proc.
 */
async function makeOne(path: string): Promise<void> {
  if (!existsSync(path)) await mkdir(path, { mode: 0o700 })
}

/**
 * The names in a folder. Empty for an unreadable folder, such as one on an unplugged disk. Making a backup
 * reports the problem.
 */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

/** Copies from before a migration, and backups, whose main database has no data key. */
async function plainCopies(folder: string, copies: KnownCopies): Promise<string[]> {
  const plain: string[] = []
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const file = /^pulsekey-pre-.*\.db$/.test(name) ? path : join(path, MAIN_DATABASE)
    if (!name.endsWith('.part') && !copies.isSealed(file)) plain.push(name)
  }
  return plain.sort()
}

function runTask(worker: URL, task: BackupTask, report: Report = () => undefined): Promise<unknown> {
  const thread = new Worker(worker, { workerData: task })
  return new Promise((resolve, reject) => {
    // eslint-disable-next-line local/guarded-callbacks -- the task gets its errors
    thread.on('message', (message: FromBackupWorker) => {
      try {
        if (message.kind === 'progress') report(message.done)
        else if (message.kind === 'done') resolve(message.value)
        else reject(message.known ? new BackupError(message.message) : new Error(message.message))
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    thread.on('error', reject)
    // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
    thread.on('exit', () => {
      reject(new Error('the thread ended before its task'))
    })
  })
}
