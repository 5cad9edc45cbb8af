import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '../../src-server/contract/webhook-names.ts'
import { freePort } from '../support/free-port.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { signed } from './webhook-world.ts'

/** The receivers of docs/webhooks.md, as the page has them, with a real server's events and forged ones. */

const PAGES = ['docs/webhooks.md', 'docs/zh-CN/webhooks.md']
const KINDS = {
  js: { file: 'receiver.mjs', start: (file: string) => [process.execPath, file] },
  python: { file: 'receiver.py', start: (file: string) => ['python3', file] },
  php: {
    file: 'receiver.php',
    start: (file: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
} as const
type Kind = keyof typeof KINDS

const read = (page: string) => readFileSync(join(import.meta.dirname, '../..', page), 'utf8')
function programOf(page: string, kind: Kind): string {
  const found = new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(read(page))?.[1]
  if (found === undefined) throw new Error(`${page} has no receiver in ${kind}`)
  return found
}

interface Running {
  readonly url: string
  readonly child: ChildProcess
  /** The output of the program. */
  readonly said: () => string
}

const folder = mkdtempSync(join(tmpdir(), 'pulsekey-receivers-'))
const OLD_KEY = 'whsec_old'
let server: TestServer
let app: number
let webhook: number
let secret: string
const running = new Map<Kind, Running>()

beforeAll(async () => {
  // The receivers compare the time with their own clock.
  server = await TestServer.start(Math.floor(Date.now() / 1000), { postsToLoopback: {} })
  app = await server.application()
  const owner = await server.owner()
  const wanted = { name: 'x', url: 'http://127.0.0.1/', events: ['code_created' as const], enabled: false }
  const made = await owner.call('webhook_save', wanted)
  webhook = made.row.id
  secret = made.secret!
  for (const kind of Object.keys(KINDS) as Kind[]) running.set(kind, await start(kind))
})
afterAll(async () => {
  for (const { child } of running.values()) child.kill('SIGKILL')
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

async function start(kind: Kind): Promise<Running> {
  const port = await freePort()
  const file = join(folder, KINDS[kind].file)
  writeFileSync(file, programOf('docs/webhooks.md', kind))
  const [command = '', ...args] = KINDS[kind].start(file, port)
  const env = {
    PULSEKEY_WEBHOOK_SECRET: `${secret},${OLD_KEY}`,
    PORT: String(port),
    SEEN_FOLDER: join(folder, kind),
  }
  const child = spawn(command, args, { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += String(text)))
  const url = `http://127.0.0.1:${port}/`
  await until(
    () =>
      fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    `a receiver in ${kind}`,
  )
  return { url, child, said: () => said }
}

describe.each(Object.keys(KINDS) as Kind[])('the receiver in %s', (kind) => {
  const id = `evt_${'0123456789abcdef'.repeat(2)}`
  const text = '{"id":"x","event":"renewed","data":{}}'
  const now = () => Math.floor(Date.now() / 1000)
  const handled = (event: string) => running.get(kind)!.said().split(`handled ${event}`).length - 1
  async function send(call: { id: string; time: number; text: string }, signature: string, body = call.text) {
    const headers = {
      'X-Pulsekey-Webhook-Id': call.id,
      'X-Pulsekey-Webhook-Time': String(call.time),
      'X-Pulsekey-Webhook-Signature': signature,
    }
    return (await fetch(running.get(kind)!.url, { method: 'POST', headers, body })).status
  }

  it('takes an event of the server, and a repeat of it changes nothing', async () => {
    const { url } = running.get(kind)!
    const wanted = { webhook, name: 'x', url, events: ['code_created' as const], app }
    await (await server.owner()).call('webhook_save', wanted)
    await server.act('code_generate', { app, type: 'permanent', count: 1 })
    const newest = async () => (await server.act('webhook_log', { webhook })).rows[0]
    const row = await until(async () => {
      const found = await newest()
      return found?.state === 'delivered' && found
    }, 'the delivery')
    await until(() => handled('code_created') === 1, 'the event')
    await server.act('webhook_resend', { event: row.id })
    await until(
      async () => (await newest())?.attempts === 1 && (await newest())?.state === 'delivered',
      'it again',
    )
    expect(handled('code_created')).toBe(1)
  })

  it('refuses a wrong key, another body, another time, an old call, a strange id, and nothing at all', async () => {
    const call = { id, time: now(), text }
    const right = signed(secret, call)
    const old = { ...call, time: now() - 301 }
    const strange = { ...call, id: '../../evil' }
    const answers = await Promise.all([
      send(call, signed('another key', call)),
      send(call, right, text.replace('renewed', 'refunded')),
      send({ ...call, time: call.time - 1 }, right),
      send(old, signed(secret, old)),
      send(strange, signed(secret, strange)),
      send(call, right.slice(0, -1)),
      send(call, 'v1=é'.replace('é', encodeURI('é'))),
      send(call, ''),
    ])
    expect(answers).toEqual(answers.map(() => 401))
    expect(handled('renewed') + handled('refunded')).toBe(0)
  })

  it('takes either key of a rotation, and either signature', async () => {
    const call = { id: id.replace('0', 'f'), time: now(), text }
    expect(await send(call, `${signed('the next key', call)},${signed(OLD_KEY, call)}`)).toBe(200)
    await until(() => handled('renewed') === 1, 'the event')
  })
})

describe('the pages', () => {
  it('have the same receivers in both languages', () => {
    for (const kind of Object.keys(KINDS) as Kind[])
      expect(programOf(PAGES[1]!, kind)).toBe(programOf(PAGES[0]!, kind))
  })

  it.each(PAGES)('%s has a row for every event', (page) => {
    const rows = [...read(page).matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name)
    expect(rows).toEqual(WEBHOOK_EVENTS)
  })
})
