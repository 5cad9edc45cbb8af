import { parentPort, workerData } from 'node:worker_threads'
import { VaultError } from '../../vault.ts'
import { checkDatabases } from './check-databases.ts'
import { makeBackup } from './make-backup.ts'
import type { FromVault, VaultTask } from './messages.ts'
import { stageRestore } from './stage-restore.ts'

/**
 * Copying and checking whole databases takes seconds that no call may wait for. So each task has a thread of
 * its own.
 */
const port = parentPort
if (port === null) throw new Error('runs as a worker thread')

const say = (message: FromVault) => {
  port.postMessage(message)
}
const report = (done: number) => {
  say({ kind: 'progress', done })
}

async function run(task: VaultTask): Promise<unknown> {
  switch (task.kind) {
    case 'make':
      return makeBackup(task.data, task.target, task.order, report)
    case 'stage':
      return stageRestore(task.data, task.source, task.migrations, task.order, report)
    case 'check':
      return checkDatabases(task.data)
  }
}

try {
  say({ kind: 'done', value: await run(workerData as VaultTask) })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  say({ kind: 'failed', message, known: error instanceof VaultError })
}
