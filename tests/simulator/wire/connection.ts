import { Agent, request } from 'node:http'
import type { WireRequest } from './request.ts'

export interface WireReply {
  readonly status: number
  readonly text: string
}

/** One terminal's connection to the server: at most one call at a time. */
export interface Connection {
  send(call: WireRequest): Promise<WireReply>
  close(): void
}

const TIMEOUT_MS = 10_000

export function openConnection(server: URL, keepAlive: boolean): Connection {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const to = { host: server.hostname.replace(/^\[|\]$/g, ''), port: server.port || 80, agent }
  const send = (call: WireRequest, again: boolean): Promise<WireReply> =>
    new Promise((resolve, reject) => {
      const sent = request({ ...to, path: call.path, method: call.method }, (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('error', reject)
        reply.on('end', () => {
          resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() })
        })
      })
      for (const [name, value] of Object.entries(call.headers)) sent.setHeader(name, value)
      sent.setTimeout(TIMEOUT_MS, () =>
        sent.destroy(Object.assign(new Error('no answer'), { code: 'timeout' })),
      )
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the moment of its next use: terminals ask once more.
        if (again && sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(call, false))
        else reject(error)
      })
      sent.end(call.body)
    })
  return {
    send: (call) => send(call, true),
    close: () => {
      agent.destroy()
    },
  }
}
