import {
  createServer as createHttpServer,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { ConnectionLimit } from './connection-limit.ts'
import { rescueRawRequest } from './raw-request-rescue.ts'
import { isRuntimeCall } from './runtime-handler.ts'

export interface Door {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** Listening sockets: the kernel spreads new connections over them, and each accepts one a turn of the loop. */
  readonly sockets: number
}

export interface Listener {
  /** `http://host:port` as a client on this machine reaches it. */
  readonly url: string
  /** Stops accepting, answers what is under way, closes the rest. */
  close(): Promise<void>
}

/** Slow senders are cut off; idle connections are kept long enough for a terminal's next pulse (research/reliability.md 4.2). */
const OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
}

/**
 * Opens a door. api.php is handled before Express sees the request, the rest by the app, which could do api.php too
 * (architecture.md, rule 8).
 * @throws what listening throws, such as EADDRINUSE
 */
export async function listen(
  door: Door,
  limit: ConnectionLimit,
  handlers: { readonly runtime: RequestListener; readonly app: RequestListener },
): Promise<Listener> {
  const handle: RequestListener = (request, response) => {
    if (isRuntimeCall(request.url ?? '')) handlers.runtime(request, response)
    else handlers.app(request, response)
  }
  const many = door.sockets > 1
  // With reusePort a port that another program serves would be shared with it, silently: so it is tried alone first.
  if (many && door.port !== 0)
    await closeServer(await start(create(door, handle, limit), door, door.port, false))
  const first = await start(create(door, handle, limit), door, door.port, many)
  const servers = [first]
  for (let i = 1; i < door.sockets; i++) {
    servers.push(await start(create(door, handle, limit), door, portOf(first), many))
  }
  const scheme = door.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${reachableName(door.host)}:${portOf(first)}`,
    close: async () => {
      await Promise.all(servers.map(closeServer))
    },
  }
}

function create(door: Door, handle: RequestListener, limit: ConnectionLimit): Server {
  const server =
    door.tls === undefined
      ? createHttpServer(OPTIONS, handle)
      : createHttpsServer({ ...OPTIONS, ...door.tls }, handle)
  server.maxRequestsPerSocket = 0
  server.on('connection', (socket: Socket) => {
    // A rescued request's connection is counted already.
    if ('server' in socket) limit.admit(socket)
  })
  server.on('clientError', (error: Error, socket: Socket) => {
    if (rescueRawRequest(server, error, socket)) return
    if (socket.writable)
      socket.end(`HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else socket.destroy()
  })
  return server
}

/** What can be said to a client whose bytes are no request. */
function statusOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}

function start(server: Server, door: Door, port: number, reusePort: boolean): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: door.host, port, reusePort, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeIdleConnections()
    setTimeout(() => {
      server.closeAllConnections()
    }, 2000).unref()
  })
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo
  return address.port
}

function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
