import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { BackupError } from '../../backup-store.ts'
import { checkDatabases } from './check-databases.ts'
import { makeBackup } from './make-backup.ts'
import type { FromBackupWorker, BackupTask } from './messages.ts'
import { stageRestore } from './stage-restore.ts'

/**
 * Copying and checking whole databases takes seconds that no call may wait for. So each task has a thread of
 * its own.
 */
const port = parentPort
if (port === null) throw new Error('runs as a worker thread')

// Calls have priority over copies and checks. Linux only: elsewhere this would change the whole process.
if (platform() === 'linux') {
  try {
    setPriority(5)
  } catch {
    // A service manager may forbid it.
  }
}

const say = (message: FromBackupWorker) => {
  port.postMessage(message)
}
const report = (done: number) => {
  say({ kind: 'progress', done })
}

async function run(task: BackupTask): Promise<unknown> {
  switch (task.kind) {
    case 'make':
      return makeBackup(task.data, task.target, task.order, report)
    case 'stage':
      return stageRestore(task.data, task.source, task.migrations, task.at, report)
    case 'check':
      return checkDatabases(task.data)
  }
}

try {
  say({ kind: 'done', value: await run(workerData as BackupTask) })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  say({ kind: 'failed', message, known: error instanceof BackupError })
}
