import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  type ServerOptions,
} from 'node:http'
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as setTimer } from 'node:timers/promises'
import { guarded } from '../contract/guarded.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { AnswersUnderWay } from './answers-under-way.ts'
import { FastLane } from './fast-lane.ts'
import type { LaneParts } from './lane-connection.ts'
import { closeAfterLargeBody } from './large-body.ts'
import { rescueRawRequest } from './raw-request-rescue.ts'
import { refusalBody, refuseSocket } from './refuse-socket.ts'
import { readTarget } from './request-target.ts'
import { isRuntimeCall } from './runtime-handler.ts'
import { UNREAD_MS, UnreadAnswers } from './unread-answers.ts'

/** A certificate with its key, in the form that node:tls takes. */
export type TlsMaterial = Readonly<{ cert: string; key: string } | { pfx: Buffer; passphrase: string }>

export interface ListenOptions {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  readonly tls?: TlsMaterial | undefined
  /**
   * The number of listening sockets. The kernel spreads new connections over them, and each socket accepts
   * one connection in a turn of the event loop.
   */
  readonly sockets: number
  /** Other processes of this server listen on the same port: the kernel spreads connections over all. Linux only. */
  readonly sharesPort?: boolean
}

export interface Listener {
  /** `http://host:port`, as a client on this machine reaches the listener. */
  readonly url: string
  /** Stops accepting, finishes the current answers, closes all other connections. */
  close(): Promise<void>
  /**
   * Ends each connection with its next answer. Silent connections end after some seconds.
   * @param takesLate accepts connections for another moment: clients that don't know the new address yet still
   * get an answer. Otherwise the port is free at once.
   */
  retire(takesLate: boolean): Promise<void>
  /** Uses another certificate from the next connection on. @throws Error for an invalid certificate */
  renew(tls: TlsMaterial): void
  /** Checks again which connections are of trusted proxies. */
  sort(): void
}

/** Cuts off slow senders. Keeps idle connections long enough for a terminal's next pulse. */
const OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} satisfies ServerOptions

/** The handlers that answer requests. */
export interface Handlers {
  readonly runtime: RequestListener
  readonly app: RequestListener
  readonly lane: Pick<LaneParts, 'answer' | 'isStopping' | 'now' | 'trusts' | 'placeOf' | 'log'>
}

/** One listening socket. */
interface ListeningSocket {
  readonly server: Server
  /** Undefined under TLS, where node:https serves everything. */
  readonly lane: FastLane | undefined
  /** Whether each connection ends with its next answer. */
  retired: boolean
  /** Connections that end with their next answer. */
  readonly once: WeakSet<Socket>
  readonly log: Handlers['lane']['log']
}

/** The interval between two checks for silent connections, milliseconds. */
const LOOK_MS = 1000
/** The time for which the fast lane waits for the second packet of a call, milliseconds. */
const REST_MS = 2000
/**
 * How long a retired listener waits for silent connections, milliseconds: longer than a terminal's pause
 * between two pulses.
 */
const RETIRE_MS = 15_000
/** The time for which a retired listener still accepts connections, milliseconds. */
const LATE_MS = 1000
/** How long a closed listener waits for its current answers. */
const CLOSE_MS = 2000

/**
 * Opens a listener. The fast lane answers plain calls of api.php, the runtime handler all others before
 * Express sees them, and the app everything else. The app can answer api.php too, so the first two only save
 * time.
 * @param besideOwn the port already belongs to this server, under another address of the machine or another
 * scheme
 * @throws errors of listening, such as EADDRINUSE
 */
export async function listen(
  options: ListenOptions,
  limit: ConnectionLimit,
  handlers: Handlers,
  besideOwn = false,
): Promise<Listener> {
  const { sharesPort = false } = options
  const many = options.sockets > 1 || sharesPort
  // With reusePort, a port of another program would silently be shared with it. So the port is first opened
  // alone.
  if (many && options.port !== 0 && !besideOwn && !sharesPort)
    await closeSocket(await start(create(options, handlers, limit), options, options.port, false))
  const first = await start(create(options, handlers, limit), options, options.port, many)
  const sockets = [first]
  for (let i = 1; i < options.sockets; i++) {
    sockets.push(await start(create(options, handlers, limit), options, portOf(first), many))
  }
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${reachableName(options.host)}:${portOf(first)}`,
    close: async () => {
      await Promise.all(sockets.map(closeSocket))
    },
    retire: async (takesLate) => {
      await Promise.all(sockets.map((socket) => retireSocket(socket, takesLate)))
    },
    renew: (tls) => {
      for (const { server } of sockets) if (server instanceof HttpsServer) server.setSecureContext(tls)
    },
    sort: () => {
      for (const { lane } of sockets) lane?.sort()
    },
  }
}

function create(options: ListenOptions, handlers: Handlers, limit: ConnectionLimit): ListeningSocket {
  const underWay = new AnswersUnderWay()
  const { log } = handlers.lane
  const handle: RequestListener = (request, response) => {
    if (!underWay.add(response)) return
    closeAfterLargeBody(request, response, log)
    request.url = readTarget(request.url ?? '/')
    if (listening.retired || listening.once.has(request.socket)) response.shouldKeepAlive = false
    if (isRuntimeCall(request.url)) handlers.runtime(request, response)
    else handlers.app(request, response)
  }
  // The client of a request that failed must not wait.
  const serve = guarded(log, 'request', handle, (_, response) => {
    response.destroy()
  })
  const server =
    options.tls === undefined
      ? // node:http would set noDelay by a system call for each connection. A connection for one small answer
        // doesn't need it, and code that keeps a connection sets it.
        createHttpServer({ ...OPTIONS, noDelay: false }, serve)
      : createHttpsServer({ ...OPTIONS, ...options.tls }, serve)
  // A client that has ended its side still waits for its answer. node:http supports this, but not by default.
  // Not over TLS: there, a half-open server doesn't notice a client that leaves during the handshake, and
  // keeps its connection for two minutes.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.maxRequestsPerSocket = 0
  const rescue = guarded(log, 'client_error', (error: Error, socket: Socket) => {
    const goOn = rescueRawRequest(server, error, socket)
    const refuse = () => {
      refuseSocket(socket, statusOf(error), handlers.lane.now())
    }
    underWay.after(socket, guarded(log, 'client_error.after', goOn ?? refuse))
  })
  server.on('clientError', rescue)
  const refuseExpectation = guarded(log, 'expectation', (_: IncomingMessage, response: ServerResponse) => {
    const body = refusalBody('417 Expectation Failed', handlers.lane.now())
    response.writeHead(417, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    })
    response.end(body)
  })
  server.on('checkExpectation', refuseExpectation)
  const unread = new UnreadAnswers(server, underWay, log)
  server.on(
    options.tls === undefined ? 'connection' : 'secureConnection',
    guarded(log, 'connection.unread', (socket: Socket) => {
      unread.track(socket)
    }),
  )
  const once = new WeakSet<Socket>()
  const listening: ListeningSocket = {
    server,
    lane: options.tls === undefined ? openLane(server, handlers, limit, once) : undefined,
    retired: false,
    once,
    log,
  }
  if (options.tls === undefined) return listening
  const count = guarded(log, 'connection', (socket: Socket) => {
    limit.admit(socket)
  })
  server.on('connection', count)
  return listening
}

/**
 * Puts the fast lane in front of the server. The server gets everything that the lane can't answer,
 * unchanged.
 */
function openLane(
  server: Server,
  { lane: parts }: Handlers,
  limit: ConnectionLimit,
  onceOnly: WeakSet<Socket>,
): FastLane {
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  const handOver = (socket: Socket) => {
    for (const listener of serve) listener.call(server, socket)
  }
  const lane = new FastLane({
    ...parts,
    handOver: (socket, once) => {
      socket.setNoDelay(true)
      if (once) onceOnly.add(socket)
      handOver(socket)
    },
    firstRequestMs: OPTIONS.headersTimeout,
    keepAliveMs: OPTIONS.keepAliveTimeout,
    restMs: REST_MS,
    unreadMs: UNREAD_MS,
    lookMs: LOOK_MS,
  })
  const admit = guarded(parts.log, 'connection', (socket: Socket) => {
    // A rescued request's connection is already counted, and its call isn't plain.
    if (!('server' in socket)) handOver(socket)
    else if (limit.admit(socket)) lane.admit(socket)
  })
  server.on('connection', admit)
  return lane
}

/** The status for a client whose bytes are no request. */
function statusOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}

function start(
  listening: ListeningSocket,
  options: ListenOptions,
  port: number,
  reusePort: boolean,
): Promise<ListeningSocket> {
  const { server } = listening
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port, reusePort, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve(listening)
    })
  })
}

function closeSocket(listening: ListeningSocket): Promise<void> {
  const closed = stopAccepting(listening)
  listening.lane?.closeIdle()
  listening.server.closeIdleConnections()
  closeAllAfter(listening, CLOSE_MS)
  return closed
}

async function retireSocket(listening: ListeningSocket, takesLate: boolean): Promise<void> {
  listening.retired = true
  if (takesLate) await setTimer(LATE_MS, undefined, { ref: false })
  const closed = stopAccepting(listening)
  listening.lane?.retire()
  closeAllAfter(listening, RETIRE_MS)
  await closed
}

/**
 * Closes the listening socket only. node:http's own close would also end silent connections at once, even
 * with a call on its way.
 */
async function stopAccepting({ server }: ListeningSocket): Promise<void> {
  await new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      resolve()
    })
  })
  // Stops the timer that checks for slow senders.
  server.close()
}

function closeAllAfter({ server, lane, log }: ListeningSocket, ms: number): void {
  const closeAll = guarded(log, 'close_all', () => {
    lane?.closeAll()
    server.closeAllConnections()
  })
  setTimeout(closeAll, ms).unref()
}

function portOf({ server }: ListeningSocket): number {
  const address = server.address() as AddressInfo
  return address.port
}

function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
