import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, FromWorker, Request, ToWorker } from '../../telemetry/messages.ts'
import { lowerPriority } from '../../telemetry/low-priority.ts'
import { isPassing, isTooLong } from '../failures.ts'
import { MOST_PARTS } from './pulse-parts.ts'
import { placeOf, type WorkerData } from './worker-data.ts'
import { TelemetryDatabase, type Work } from './telemetry-database.ts'

/** The thread of the telemetry on PostgreSQL, so that packing takes no time of the event loop. */
const port = parentPort
if (port === null) throw new Error('runs as a worker thread')

lowerPriority()

/** The pauses before a request is tried again, milliseconds. */
const PAUSES_MS = [20, 50, 100, 200, 300, 500] as const
/** The time for which a read is tried while the database is away, milliseconds. */
const READ_MS = 5000
/** The longest wait of a read for the writes before it, which it should see, milliseconds. */
const BEHIND_MS = 1000
/** The time for which a closing thread tries to store waiting data, milliseconds. */
const CLOSING_MS = 5000
/** The time between two looks for held pulses whose time is over, milliseconds. */
const RELEASE_EVERY_MS = 1000
/** A write is tried so often although its statements take too long. Then it is lost, as one that the database refuses. */
const MOST_SLOW = 20
/** The accounts that a line of the log names. */
const NAMED = 10
/**
 * The samples of the fleet that wait while the database is away or slow: those of a day. Batches of pulses and of events are
 * bounded by those who send them: they wait for the commit of the fourth last one.
 */
const MOST_SAMPLES = 1440

const database = new TelemetryDatabase({
  place: placeOf(workerData as WorkerData),
  // Exact as a number.
  writer: randomBytes(6).readUIntBE(0, 6),
  broke: () => undefined,
  refused: (accounts, why) => {
    const some = accounts.slice(0, NAMED).join(', ')
    const noun = accounts.length === 1 ? 'account' : 'accounts'
    const message = `the pulses of ${accounts.length} ${noun} can't be stored (${some}): ${messageOf(why)}`
    post({ kind: 'trouble', message })
  },
})
interface Write {
  readonly work: Work
  readonly seq: number
  /** The number of the request. undefined for the thread's own work. */
  readonly id: number | undefined
}

/** Writes in their order. */
const writes: Write[] = []
let seq = 0
/** Reads that wait for the writes before them, by the last of these. */
const behind = new Map<Write, (() => void)[]>()
let closesAtMs = Infinity
let background: Promise<void> | undefined

function post(message: FromWorker): void {
  port?.postMessage(message)
}

function answer(id: number | undefined, given: Answer): void {
  if (id !== undefined) post({ ...given, id })
  else if (given.kind === 'failed') post({ kind: 'trouble', message: given.message })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Handles a request, again while the database is away or too slow. Pulses wait meanwhile, and the health page has the number
 * of those that found no room.
 * @param until of the steady clock, milliseconds
 */
async function handle(work: Work, number: number, until: () => number): Promise<Answer> {
  let slow = 0
  for (let tries = 0; ; tries++) {
    try {
      return await database.handle(work, number)
    } catch (error) {
      const mayPass = isPassing(error) || (isTooLong(error) && ++slow < MOST_SLOW)
      if (!mayPass || performance.now() > until()) return { kind: 'failed', message: messageOf(error) }
      await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1))
    }
  }
}

async function write(): Promise<void> {
  for (let next = writes[0]; next !== undefined; next = writes[0]) {
    const reply = await handle(next.work, next.seq, () => closesAtMs)
    writes.shift()
    release(next)
    if (next.work.kind === 'close') {
      await end()
      answer(next.id, reply)
      port?.close()
      return
    }
    answer(next.id, reply)
    background ??= tend()
  }
}

/** Works in the background until nothing is left. Half of the time is free for other work. */
async function tend(): Promise<void> {
  try {
    for (let begins = performance.now(); closesAtMs === Infinity && (await database.work());) {
      await pause(Math.min(PAUSES_MS[3], performance.now() - begins))
      begins = performance.now()
    }
  } catch (error) {
    if (!isPassing(error)) post({ kind: 'trouble', message: messageOf(error) })
  } finally {
    background = undefined
  }
}

async function end(): Promise<void> {
  await background
  // A connection that gives no answer keeps nobody from stopping.
  await Promise.race([database.end(), pause(CLOSING_MS, undefined, { ref: false })])
}

async function read(message: ToWorker): Promise<void> {
  const until = performance.now() + READ_MS
  const ids = accountsOf(message)
  if (ids !== undefined && database.mayHold) add({ kind: 'release', ids })
  const last = writes.at(-1)
  if (last !== undefined) {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    behind.set(last, [
      ...(behind.get(last) ?? []),
      () => {
        resolve(undefined)
      },
    ])
    await Promise.race([promise, pause(BEHIND_MS)])
  }
  answer(message.id, await handle(message, 0, () => until))
}

/** The accounts whose pulses a read shows to the last one. Reads of all accounts show what is stored. */
function accountsOf(request: Request): readonly number[] | undefined {
  if (request.kind === 'trends') return request.query.ids
  if (request.kind === 'history') return [request.query.deviceId]
  return request.kind === 'days' ? [request.deviceId] : undefined
}

/** The reads behind a write get their turn. */
function release(written: Write): void {
  for (const resolve of behind.get(written) ?? []) resolve()
  behind.delete(written)
}

function dropOldSample(): void {
  const samples = writes.slice(1).filter(({ work }) => work.kind === 'append fleet')
  const [oldest] = samples
  if (oldest === undefined || samples.length <= MOST_SAMPLES) return
  writes.splice(writes.indexOf(oldest, 1), 1)
  release(oldest)
  answer(oldest.id, { kind: 'failed', message: 'the database was away for a day: an old sample is dropped' })
}

function isWrite({ kind }: Request): boolean {
  return kind.startsWith('append') || kind === 'renew' || kind === 'close'
}

function add(work: Work, id?: number): void {
  seq += MOST_PARTS
  writes.push({ work, seq, id })
  if (writes.length === 1) void write()
}

// Pulses bring the release of those before them. These are of a fleet that went silent.
// eslint-disable-next-line local/guarded-callbacks -- `handle` answers every error
setInterval(() => {
  if (writes.length === 0 && database.holds) add({ kind: 'release', ids: undefined })
}, RELEASE_EVERY_MS).unref()

// eslint-disable-next-line local/guarded-callbacks -- `handle` answers every error
port.on('message', (message: ToWorker) => {
  if (message.kind === 'close') closesAtMs = performance.now() + CLOSING_MS
  if (isWrite(message)) {
    add(message, message.id)
    dropOldSample()
    return
  }
  void read(message)
})
