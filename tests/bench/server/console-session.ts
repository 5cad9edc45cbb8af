import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:http'
import type { ActionInput, ActionName, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { OWNER_PASSWORD } from './start-server.ts'

export interface ConsoleSession {
  /** `name=value`, for a browser that continues the session. */
  readonly cookie: string
  /** @throws Error with the console's code and text when the answer isn't 200. */
  call<N extends ActionName>(action: N, input: ActionInput<N>): Promise<ActionOutput<N>>
  /** Opens the live stream and passes every piece to `seen` until `close` is called. */
  watch(seen: (piece: Buffer) => void): Promise<{ close(): void }>
  close(): void
}

interface Envelope {
  readonly code: number
  readonly msg: unknown
}

async function readText(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/**
 * Signs in as the owner, or as another person with the owner's password. A session is one cookie and one
 * connection.
 */
export async function signIn(console: URL, name = 'owner'): Promise<ConsoleSession> {
  const agent = new Agent({ keepAlive: true })
  let cookie = ''
  let csrf = ''
  const ask = (method: 'GET' | 'POST', act: string, body?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(new URL(`/ajax.php?act=${act}`, console), { method, agent })
      sent.setHeader('Origin', console.origin)
      if (cookie !== '') sent.setHeader('Cookie', cookie)
      if (csrf !== '') sent.setHeader('X-CSRF-Token', csrf)
      if (body !== undefined) sent.setHeader('Content-Type', 'application/json')
      sent.on('response', resolve).on('error', reject)
      sent.end(body)
    })
  const post = async (action: string, input: unknown): Promise<unknown> => {
    const reply = await ask('POST', action, JSON.stringify(input))
    const set = reply.headers['set-cookie']?.[0]?.split(';')[0]
    if (set !== undefined) cookie = set
    const text = await readText(reply)
    const { code, msg } = JSON.parse(text) as Envelope
    if (code !== 200) throw new Error(`${action} answered ${text}`)
    return msg
  }
  const session: ConsoleSession = {
    get cookie() {
      return cookie
    },
    // The server's own schema checked the payload's shape.
    call: (action, input) => post(action, input) as Promise<never>,
    watch: async (seen) => {
      const reply = await ask('GET', 'live')
      if (reply.statusCode !== 200) throw new Error(`live answered ${await readText(reply)}`)
      reply.on('data', seen)
      return { close: () => reply.destroy() }
    },
    close: () => {
      agent.destroy()
    },
  }
  csrf = (await session.call('login', { name, password: OWNER_PASSWORD })).csrf
  return session
}
