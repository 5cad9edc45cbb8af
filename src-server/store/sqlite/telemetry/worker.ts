import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { applyPragmas } from '../open.ts'
import { CodeEvents } from './code-events.ts'
import { TelemetryDatabase } from './database.ts'
import { unpackPulse } from '../../pulse-batch.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/**
 * The telemetry file has a thread of its own, so that no pulse waits for a disk. It is prepared (checked, migrated)
 * before this starts; only this thread writes it.
 */
const port = parentPort
if (port === null) throw new Error('runs as a worker thread')

/** A little below the loop's, as nice counts. */
const PRIORITY = 5
// No pulse waits for this thread, so it gives way where there are fewer processors than work. Elsewhere the whole process would.
if (platform() === 'linux') setPriority(PRIORITY)

const { file } = workerData as { file: string }
const db = new Database(file)
applyPragmas(db)
const telemetry = new TelemetryDatabase(db)
const codeEvents = new CodeEvents(db)
let newest = 0
let rollUpAt = 0
let forgetAt = 0

/** Seconds between looks for minutes of accounts that fell silent. */
const ROLL_UP_EVERY = 30
/** Seconds between deletions of what is past its time. */
const FORGET_EVERY = 86_400

function answer(message: FromWorker): void {
  port?.postMessage(message)
}

function forgetOld(): void {
  if (newest < forgetAt) return
  telemetry.forgetOld(newest)
  codeEvents.forgetOld(newest)
  forgetAt = newest + FORGET_EVERY
}

function handle(message: ToWorker): FromWorker {
  switch (message.kind) {
    case 'append': {
      const { pulses } = message
      telemetry.append(pulses)
      if (pulses.count > 0) newest = Math.max(newest, unpackPulse(pulses, pulses.count - 1).at)
      forgetOld()
      if (newest >= rollUpAt) {
        telemetry.rollUp(newest)
        rollUpAt = newest + ROLL_UP_EVERY
      }
      return { kind: 'done', id: message.id }
    }
    case 'history':
      return {
        kind: 'history',
        id: message.id,
        rows: telemetry.history(message.query, Math.max(newest, message.query.to)),
      }
    case 'latest':
      return { kind: 'latest', id: message.id, rows: telemetry.latest() }
    case 'append code events':
      codeEvents.append(message.batch)
      newest = Math.max(newest, message.batch.at(-1)?.at ?? 0)
      forgetOld()
      return { kind: 'done', id: message.id }
    case 'code events':
      return { kind: 'code events', id: message.id, rows: codeEvents.of(message.codeId) }
    case 'keep hours':
      telemetry.keepHours(message.seconds)
      // What is past its new time goes with the next pulses, not a day later.
      forgetAt = 0
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
