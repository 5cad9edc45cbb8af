import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { applyPragmas } from '../open.ts'
import { CodeEvents } from './code-events.ts'
import { TelemetryDatabase } from './database.ts'
import { unpackPulse } from '../../pulse-batch.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { PassingTime } from './passing-time.ts'

/**
 * The thread of the telemetry file, so that no pulse waits for a disk. The file is checked and migrated
 * before the thread starts, and only this thread writes it.
 */
const port = parentPort
if (port === null) throw new Error('runs as a worker thread')

/** The nice value: slightly lower priority than the event loop. */
const PRIORITY = 5
// No pulse waits for this thread, so the event loop has priority when processors are scarce. Linux only:
// elsewhere the call would change the whole process.
if (platform() === 'linux') setPriority(PRIORITY)

const { file } = workerData as { file: string }
const db = new Database(file)
applyPragmas(db)
// With 100,000 accounts each commit changes most pages of their latest pulses. Rarer checkpoints write each
// page less often.
db.pragma('wal_autocheckpoint = 8000')
const telemetry = new TelemetryDatabase(db)
const codeEvents = new CodeEvents(db)
const time = new PassingTime()
const newest = telemetry.newest()
if (newest !== undefined) time.pass(newest)

function answer(message: FromWorker): void {
  port?.postMessage(message)
}

let isHeld = false
function forgetOld(): void {
  if (isHeld || !time.isForgettingDue()) return
  telemetry.forgetOld(time.now)
  codeEvents.forgetOld(time.now)
}

function handle(message: ToWorker): FromWorker {
  switch (message.kind) {
    case 'append': {
      const { pulses } = message
      telemetry.append(pulses)
      if (pulses.count > 0) time.pass(unpackPulse(pulses, pulses.count - 1).at)
      forgetOld()
      if (time.isRollUpDue()) telemetry.rollUp(time.now)
      return { kind: 'done', id: message.id }
    }
    case 'history':
      return {
        kind: 'history',
        id: message.id,
        rows: telemetry.history(message.query, Math.max(time.now, message.query.to)),
      }
    case 'latest':
      return { kind: 'latest', id: message.id, rows: telemetry.latest() }
    case 'append code events':
      codeEvents.append(message.batch)
      for (const { at } of message.batch.slice(-1)) time.pass(at)
      forgetOld()
      return { kind: 'done', id: message.id }
    case 'code events':
      return { kind: 'code events', id: message.id, rows: codeEvents.of(message.codeId) }
    case 'keep hours':
      telemetry.keepHours(message.seconds)
      // Old data goes with the next pulses, not only a day later.
      time.forgetSoon()
      return { kind: 'done', id: message.id }
    case 'hold old':
      isHeld = message.on
      return { kind: 'done', id: message.id }
    case 'close':
      telemetry.close()
      return { kind: 'done', id: message.id }
  }
}

port.on('message', (message: ToWorker) => {
  try {
    answer(handle(message))
  } catch (error) {
    answer({
      kind: 'failed',
      id: message.id,
      message: error instanceof Error ? error.message : String(error),
    })
  }
  if (message.kind === 'close') port.close()
})
