import { Worker } from 'node:worker_threads'
import type { Clock, Log, LogFields } from '../../contract/ports.ts'
import type { DayStep, FleetDay, History, LatestPulses, TelemetryStore } from '../telemetry-store.ts'
import { unpackLatest } from '../pulse-batch.ts'
import { guarded } from '../../contract/guarded.ts'
import type { Answer, FromWorker, Renewed, Request, ToWorker } from './messages.ts'
import { WallDays } from './wall-days.ts'

export interface ThreadParts {
  /** The worker's script, as source or bundle. */
  readonly worker: URL
  readonly log: Log
  readonly clock: Clock
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
  /** Called when an empty file replaced a damaged one. */
  readonly renewed: (renewed: Renewed) => void
}

interface Thread extends ThreadParts {
  /** The data for a thread that starts now. */
  readonly workerData: () => unknown
  /** The bytes of the telemetry on disk. */
  readonly size: () => number
}

const GONE = 'the telemetry thread ended'
/** Node's thread id of an ended thread. */
const ENDED = -1
/** The pause before another attempt after a thread couldn't start, milliseconds. */
const RETRY_MS = 1000

/** A TelemetryStore in a worker thread of an engine. No failure of the thread ends the server. */
export function createThreadedTelemetryStore(parts: Thread): TelemetryStore {
  const { log, clock } = parts
  const waiting = new Map<number, (answer: Answer) => void>()
  const wall = new WallDays(parts.utcOffset)
  let afterRenewal = (): void => undefined
  let nextId = 1
  let kept: number | undefined
  let limit: number | null = null
  let isHeld = false
  let isClosed = false
  let thread = begin()

  /**
   * Starts a thread, and another one when it ends unexpectedly, for example out of memory. Data on its way to
   * the ended thread is lost.
   */
  function begin(): Worker {
    const begun = new Worker(parts.worker, { workerData: parts.workerData() })
    let hasAnswered = false
    const receive = guarded(log, 'telemetry.message', (reply: FromWorker) => {
      hasAnswered = true
      if (reply.kind === 'renewed') {
        parts.renewed(reply)
        afterRenewal()
        return
      }
      if (reply.kind === 'trouble') {
        log.error('telemetry.background', new Error(reply.message))
        return
      }
      waiting.get(reply.id)?.(reply)
      waiting.delete(reply.id)
    })
    const failed = guarded(log, 'telemetry.error', (error: unknown) => {
      log.error('telemetry.thread', error)
      fail(error instanceof Error ? error.message : String(error))
    })
    const ended = guarded(log, 'telemetry.exit', (code: number) => {
      fail(GONE)
      if (isClosed) return
      log.error('telemetry.thread', new Error(GONE), { code })
      // A thread that never answered would end again at once, so the next attempt waits.
      setTimeout(succeed, hasAnswered ? 0 : RETRY_MS).unref()
    })
    begun.on('message', receive)
    begun.on('error', failed)
    begun.on('exit', ended)
    return begun
  }
  const succeed = guarded(
    log,
    'telemetry.begin',
    () => {
      if (isClosed) return
      thread = begin()
      void ask({ kind: 'hold old', on: isHeld })
      void ask({ kind: 'keep within', bytes: limit })
      if (kept !== undefined) void ask({ kind: 'keep hours', seconds: kept })
    },
    () => {
      setTimeout(succeed, RETRY_MS).unref()
    },
  )

  function fail(message: string): void {
    for (const settle of waiting.values()) settle({ kind: 'failed', message })
    waiting.clear()
  }

  function ask(request: Request, transfer: ArrayBuffer[] = []): Promise<Answer> {
    // An ended thread can't receive messages.
    if (thread.threadId === ENDED) return Promise.resolve({ kind: 'failed', message: GONE })
    const id = nextId++
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      thread.postMessage({ ...request, id } satisfies ToWorker, transfer)
    })
  }
  async function answerOf<K extends Answer['kind']>(
    kind: K,
    request: Request,
  ): Promise<Extract<Answer, { kind: K }>> {
    const reply = await ask(request)
    if (reply.kind === kind) return reply as Extract<Answer, { kind: K }>
    throw new Error(reply.kind === 'failed' ? reply.message : `unexpected answer ${reply.kind}`)
  }

  /** Resolves after the answer. A failure goes to the log, because no caller waits for one. */
  async function report(
    event: string,
    request: Request,
    fields?: LogFields,
    transfer?: ArrayBuffer[],
  ): Promise<void> {
    const reply = await ask(request, transfer)
    if (reply.kind === 'failed') log.error(event, new Error(reply.message), fields)
  }

  return {
    async *latest(): AsyncGenerator<LatestPulses> {
      try {
        for (let after: number | null = 0; after !== null;) {
          const { pulses, next, done }: Extract<Answer, { kind: 'latest' }> = await answerOf('latest', {
            kind: 'latest',
            after,
          })
          yield { pulses: unpackLatest(pulses), done }
          after = next
        }
      } catch (error) {
        // Licences don't need the pulses of the time before the start.
        log.error('telemetry.latest', error)
      }
    },
    newest: async () => (await answerOf('newest', { kind: 'newest' })).at,
    append: (batch, done) => {
      const pulses = batch.packed()
      const request = { kind: 'append', pulses, utcOffset: wall.offset(clock.now()) } as const
      void report('telemetry.append', request, { pulses: batch.count }, [pulses.numbers.buffer]).then(done)
    },
    history: async (query): Promise<History> =>
      (await answerOf('history', { kind: 'history', query })).history,
    days: async ({ deviceId, ...span }): Promise<DayStep[]> => {
      const { days } = await answerOf('days', { kind: 'days', deviceId, ...wall.of(span) })
      return days.map((step) => ({ ...step, day: wall.begin(step.day) }))
    },
    period: async (span) => (await answerOf('period', { kind: 'period', ...wall.of(span) })).columns,
    fleetDays: async ({ groups, ...span }): Promise<FleetDay[]> => {
      const { days } = await answerOf('fleet days', { kind: 'fleet days', groups, ...wall.of(span) })
      return days.map((sums) => ({ ...sums, day: wall.begin(sums.day) }))
    },
    trends: async (query) => (await answerOf('trends', { kind: 'trends', query })).trends,
    appendCodeEvents: (batch, done) => {
      const fields = { events: batch.length }
      void report('telemetry.code_events', { kind: 'append code events', batch }, fields).then(done)
    },
    codeEvents: async (codeId) => (await answerOf('code events', { kind: 'code events', codeId })).rows,
    appendFleet: (sample) => {
      void report('telemetry.fleet', { kind: 'append fleet', sample })
    },
    fleetCurve: async (query) => (await answerOf('fleet curve', { kind: 'fleet curve', query })).curve,
    fleetEnds: async (query) => (await answerOf('fleet ends', { kind: 'fleet ends', query })).points,
    keepHours: (seconds) => {
      kept = seconds
      void ask({ kind: 'keep hours', seconds })
    },
    keepWithin: (bytes) => {
      limit = bytes
      void ask({ kind: 'keep within', bytes })
    },
    usage: async () => (await answerOf('usage', { kind: 'usage' })).usage,
    holdOld: (on) => {
      isHeld = on
      void ask({ kind: 'hold old', on })
    },
    renew: (why) => {
      void report('telemetry.renew', { kind: 'renew', why })
    },
    onRenewed: (callback) => {
      afterRenewal = callback
    },
    size: parts.size,
    close: async () => {
      isClosed = true
      await report('telemetry.close', { kind: 'close' })
    },
  }
}
