import { parentPort, workerData } from 'node:worker_threads'
import { isHeld } from '../refusal.ts'
import type { Answer, FromWorker, Request, ToWorker } from '../../telemetry/messages.ts'
import { lowerPriority } from '../../telemetry/low-priority.ts'
import type { WorkerData } from './open-telemetry.ts'
import { TelemetryFile, type LongRequest, type ShortRequest } from './telemetry-file.ts'

/**
 * The thread of the telemetry file, so that no pulse waits for a disk. The file is migrated before the thread
 * starts, and only this thread writes it.
 */
const port = parentPort
if (port === null) throw new Error('runs as a worker thread')

lowerPriority()

/** The pauses between two tries to write while another program holds the lock, milliseconds. */
const PAUSES_MS = [20, 31, 43, 59] as const
/** The duration of one part of a long answer, milliseconds. */
const SLICE_MS = 20
/** How long a closing thread waits for that lock, milliseconds. */
const CLOSING_WAIT_MS = 1000

const { place, startedAt } = workerData as WorkerData
const file = new TelemetryFile({
  place,
  now: () => startedAt + Math.floor(performance.now() / 1000),
  renewed: ({ kept, why }) => {
    post({ kind: 'renewed', kept, why })
  },
})
/** Messages that write, in their order. Reads pass them while another program holds the lock. */
const writes: ToWorker<ShortRequest>[] = []
let closesAtMs = Infinity
let tries = 0

function post(message: FromWorker): void {
  port?.postMessage(message)
}

function answer(id: number, given: Answer): void {
  post({ ...given, id })
}

/** @returns undefined while another program holds the lock */
function handle(request: ShortRequest): Answer | undefined {
  try {
    return file.handle(request)
  } catch (error) {
    if (isHeld(error) && performance.now() < closesAtMs) return undefined
    return failed(error)
  }
}

function failed(error: unknown): Answer {
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}

/** Works at an answer for a while, and goes on after the messages that came meanwhile. */
function work(id: number, parts: Generator<undefined, Answer>): void {
  const endsAt = performance.now() + SLICE_MS
  try {
    for (let part = parts.next(); performance.now() < endsAt || part.done === true; part = parts.next())
      if (part.done === true) {
        answer(id, part.value)
        return
      }
  } catch (error) {
    answer(id, failed(error))
    return
  }
  // eslint-disable-next-line local/guarded-callbacks -- it answers every error
  setImmediate(() => {
    work(id, parts)
  })
}

function write(): void {
  for (let next = writes[0]; next !== undefined; next = writes[0]) {
    const reply = handle(next)
    if (reply === undefined) {
      // eslint-disable-next-line local/guarded-callbacks -- `handle` answers every error
      setTimeout(write, PAUSES_MS[tries++ % PAUSES_MS.length])
      return
    }
    writes.shift()
    answer(next.id, reply)
    if (next.kind === 'close') {
      // Closed already, unless the last writes failed.
      file.abandon()
      port?.close()
    }
  }
}

function isLong(message: ToWorker): message is ToWorker<LongRequest> {
  return message.kind === 'period' || message.kind === 'fleet days' || message.kind === 'trends'
}

function isWrite({ kind }: Request): boolean {
  return kind.startsWith('append') || kind === 'renew' || kind === 'close'
}

// eslint-disable-next-line local/guarded-callbacks -- `handle` answers every error
port.on('message', (message: ToWorker) => {
  if (isLong(message)) {
    work(message.id, file.work(message))
    return
  }
  if (message.kind === 'close') closesAtMs = performance.now() + CLOSING_WAIT_MS
  if (isWrite(message)) {
    writes.push(message)
    if (writes.length === 1) write()
    return
  }
  answer(
    message.id,
    handle(message) ?? { kind: 'failed', message: 'another program holds the telemetry file' },
  )
})
