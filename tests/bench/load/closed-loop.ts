import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { createAnswerReader } from './answer-reader.ts'

export interface LoopSetup {
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly keepAlive: boolean
  readonly calls: readonly Buffer[]
  readonly expect: string
  /** Calls repeat in a cycle; when off, the loop ends with the last one. */
  readonly repeat: boolean
  /** The rate of calls of all connections. Absent: each one sends its next call at once. */
  readonly callsPerSecond?: number
  /** Sends the body of a call in a packet of its own. */
  readonly apart?: boolean
}

export interface Loop {
  /** Latencies of the answers since the last `clear`, milliseconds. */
  readonly latencies: number[]
  readonly failures: Map<string, number>
  answered(): number
  clear(): void
  /** Sends no new calls; resolves when the last one is answered. */
  drain(): Promise<void>
  /** Resolves when every call is answered (repeat off). */
  readonly finished: Promise<void>
}

/**
 * The shared buffer of all connections: each piece is read before the next one arrives. A stream of pieces
 * for each connection makes the generator half as expensive again with one connection a call, and would then
 * be what is measured.
 */
const received = Buffer.allocUnsafeSlow(65_536)

/** Every connection has one call on its way, and sends the next one after the answer, or when its turn comes. */
export function startLoop(setup: LoopSetup): Loop {
  const { calls, keepAlive } = setup
  const failures = new Map<string, number>()
  const latencies: number[] = []
  let next = 0
  let busy = 0
  let answered = 0
  let draining = false
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  function nextCall(): Buffer | undefined {
    if (draining) return undefined
    if (next === calls.length && setup.repeat) next = 0
    const call = calls[next]
    next += 1
    return call
  }

  /** The time between two calls of a connection, milliseconds. */
  const turnMs = (setup.connections * 1000) / (setup.callsPerSecond ?? Infinity)

  function note(verdict: string, sentAt: number): void {
    if (verdict === '') {
      answered += 1
      latencies.push(performance.now() - sentAt)
    } else {
      failures.set(verdict, (failures.get(verdict) ?? 0) + 1)
    }
  }

  function send(socket: Socket, call: Buffer): void {
    const end = setup.apart === true ? call.indexOf('\r\n\r\n') + 4 : call.length
    socket.write(call.subarray(0, end))
    if (end < call.length)
      setImmediate(() => {
        if (socket.writable) socket.write(call.subarray(end))
      })
  }

  function end(): void {
    busy -= 1
    if (busy === 0) finish()
  }

  function openLane(): void {
    const call = nextCall()
    if (call === undefined) {
      end()
      return
    }
    // The time of a new connection counts: a terminal waits for it too.
    let sentAt = performance.now()
    let open = true
    const reader = createAnswerReader(setup.expect)
    const socket: Socket = connect({
      host: setup.host,
      port: setup.port,
      noDelay: keepAlive || setup.apart === true,
      onread: {
        buffer: received,
        callback: (length) => {
          take(received.subarray(0, length))
          return true
        },
      },
    })
    const leave = (verdict: string) => {
      if (!open) return
      open = false
      note(verdict, sentAt)
      openLane()
    }
    const take = (piece: Buffer) => {
      const verdict = reader.feed(piece)
      if (verdict === undefined || !open) return
      if (!keepAlive || verdict !== '') {
        socket.destroy()
        leave(verdict)
        return
      }
      note(verdict, sentAt)
      const following = nextCall()
      if (following === undefined) {
        open = false
        socket.destroy()
        end()
        return
      }
      const waitMs = sentAt + turnMs - performance.now()
      if (waitMs > 0) setTimeout(sendNext, waitMs, following)
      else sendNext(following)
    }
    const sendNext = (following: Buffer) => {
      sentAt = performance.now()
      send(socket, following)
    }
    socket.on('error', (error: NodeJS.ErrnoException) => {
      leave(error.code ?? 'error')
    })
    socket.on('close', () => {
      leave('closed')
    })
    send(socket, call)
  }

  busy = setup.connections
  for (let lane = 0; lane < setup.connections; lane += 1) openLane()
  return {
    latencies,
    failures,
    answered: () => answered,
    clear: () => {
      latencies.length = 0
    },
    drain: () => {
      draining = true
      return finished
    },
    finished,
  }
}
