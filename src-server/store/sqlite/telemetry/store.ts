import { Worker } from 'node:worker_threads'
import type { HistoryPoint } from '../../../contract/records/device.ts'
import type { Log } from '../../../contract/ports.ts'
import type { Inside } from '../../../contract/spelling.ts'
import type { LatestPulse } from '../../latest-pulse.ts'
import type { TelemetryStore } from '../../telemetry-store.ts'
import { diskSize } from '../disk-size.ts'
import type { FromWorker, ToWorker } from './messages.ts'

type Request = ToWorker extends infer M ? (M extends { id: number } ? Omit<M, 'id'> : never) : never

const GONE = 'the telemetry thread ended'
/** Node's thread id of an ended thread. */
const ENDED = -1
/** The pause before another attempt after a thread couldn't start, milliseconds. */
const RETRY_MS = 1000

/**
 * The TelemetryStore on SQLite, in a worker thread.
 * @param worker the worker's script, as source or bundle
 */
export function createTelemetryStore(file: string, worker: URL, log: Log): TelemetryStore {
  const waiting = new Map<number, (reply: FromWorker) => void>()
  let nextId = 1
  let kept: number | undefined
  let isHeld = false
  let isClosed = false
  let thread = begin()

  /**
   * Starts a thread, and another one when it ends unexpectedly, for example out of memory. Data on its way to
   * the ended thread is lost.
   */
  function begin(): Worker {
    const begun = new Worker(worker, { workerData: { file } })
    let hasAnswered = false
    begun.on('message', (reply: FromWorker) => {
      hasAnswered = true
      waiting.get(reply.id)?.(reply)
      waiting.delete(reply.id)
    })
    begun.on('error', (error: unknown) => {
      log.error('telemetry.thread', error)
      fail(error instanceof Error ? error.message : String(error))
    })
    begun.on('exit', (code) => {
      fail(GONE)
      if (isClosed) return
      log.error('telemetry.thread', new Error(GONE), { code })
      // A thread that never answered would end again at once, so the next attempt waits.
      setTimeout(succeed, hasAnswered ? 0 : RETRY_MS).unref()
    })
    return begun
  }
  function succeed(): void {
    if (isClosed) return
    thread = begin()
    void ask({ kind: 'hold old', on: isHeld })
    if (kept !== undefined) void ask({ kind: 'keep hours', seconds: kept })
  }
  function fail(message: string): void {
    for (const [id, settle] of waiting) settle({ kind: 'failed', id, message })
    waiting.clear()
  }

  function ask(request: Request, transfer: ArrayBuffer[] = []): Promise<FromWorker> {
    const id = nextId++
    // An ended thread can't receive messages.
    if (thread.threadId === ENDED) {
      return Promise.resolve({ kind: 'failed', id, message: GONE })
    }
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      thread.postMessage({ ...request, id }, transfer)
    })
  }
  async function answerOf<K extends FromWorker['kind']>(
    kind: K,
    request: Request,
  ): Promise<Extract<FromWorker, { kind: K }>> {
    const reply = await ask(request)
    if (reply.kind === kind) return reply as Extract<FromWorker, { kind: K }>
    throw new Error(reply.kind === 'failed' ? reply.message : `unexpected answer ${reply.kind}`)
  }

  return {
    latest: async (): Promise<LatestPulse[]> => (await answerOf('latest', { kind: 'latest' })).rows,
    append: (batch, done) => {
      const pulses = batch.packed()
      void ask({ kind: 'append', pulses }, [pulses.numbers.buffer]).then((reply) => {
        if (reply.kind === 'failed')
          log.error('telemetry.append', new Error(reply.message), { pulses: batch.count })
        done()
      })
    },
    history: async (query): Promise<Inside<HistoryPoint>[]> =>
      (await answerOf('history', { kind: 'history', query })).rows,
    appendCodeEvents: (batch, done) => {
      void ask({ kind: 'append code events', batch }).then((reply) => {
        if (reply.kind === 'failed')
          log.error('telemetry.code_events', new Error(reply.message), { events: batch.length })
        done()
      })
    },
    codeEvents: async (codeId) => (await answerOf('code events', { kind: 'code events', codeId })).rows,
    keepHours: (seconds) => {
      kept = seconds
      void ask({ kind: 'keep hours', seconds })
    },
    holdOld: (on) => {
      isHeld = on
      void ask({ kind: 'hold old', on })
    },
    size: () => diskSize(file),
    close: async () => {
      isClosed = true
      await answerOf('done', { kind: 'close' })
    },
  }
}
