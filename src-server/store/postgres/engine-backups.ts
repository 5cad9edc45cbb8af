import { statfs } from 'node:fs/promises'
import { BackupError, type BackupStore } from '../backup-store.ts'

const MESSAGE = 'PostgreSQL has backups of its own: pg_dump, pgBackRest, or those of the provider'

/**
 * Stands for backups that the database server's own tools make and restore.
 * @param folder this copy's data folder
 */
export function createEngineBackups(folder: string): BackupStore {
  const refuse = () => Promise.reject(new BackupError(MESSAGE))
  return {
    isElsewhere: true,
    make: refuse,
    stage: refuse,
    commit: refuse,
    requireFolder: refuse,
    requireOpens: refuse,
    list: () => Promise.resolve([]),
    delete: () => Promise.resolve(false),
    check: () => Promise.resolve([]),
    space: async () => {
      const disk = await statfs(folder)
      return { folder, free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
    },
    exposure: () => Promise.resolve({ open_folder: false, plain_copies: [] }),
    pathOf: () => '',
  }
}
