import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApplicationRegistry } from '../../../src-server/services/applications/application-registry.ts'
import { SignatureIndex } from '../../../src-server/services/signatures/signature-index.ts'
import { SignatureMemory } from '../../../src-server/services/signatures/signature-memory.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { post } from '../../support/console-client.ts'
import { readReply, type ApiReply } from '../../support/runtime-client.ts'
import { trustOwnHeaders } from '../../support/self-service-client.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'
import { OWNER_PASSWORD, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { EventStream } from '../event-stream.ts'
import { RawConnection } from '../raw-connection.ts'
import { form, makeKeys, signed, type Keys } from '../wire-call.ts'
import { signInAtBoth } from './two-owners.ts'

const COPIES = [0, 1] as const
type CopyIndex = (typeof COPIES)[number]
const turn = (at: number): CopyIndex => (at % 2 === 0 ? 0 : 1)

let server: TestServer
/** The owner at each copy of the server. */
let owners: readonly [ConsoleClient, ConsoleClient]
let app: number
let keys: Keys

beforeAll(async () => {
  server = await TestServer.startTwo()
  owners = await signInAtBoth(server)
  app = await server.application()
  keys = await makeKeys(server, { sign: true, window: 10 })
})
afterAll(() => server.end())

const runningAt = (copy: CopyIndex) => (copy === 0 ? server.running : server.twin)
const postAt = (copy: CopyIndex, path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${runningAt(copy).publicUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

/** The bytes of a signed login. */
const capture = (kami: string, markcode = 'PC') =>
  form(
    signed(keys, [
      ['kami', kami],
      ['markcode', markcode],
      ['t', String(server.clock.now())],
    ]),
  )
const sendAt = async (copy: CopyIndex, body: string, api = 'kmlogon'): Promise<ApiReply> =>
  readReply(await postAt(copy, `/api.php?api=${api}&app=${keys.app}`, body))
const findCode = async (kami: string) =>
  (await owners[0].call('code_list', { filter: { app: keys.app }, search: kami, size: 1 })).rows[0]

describe('a signature', () => {
  it('takes one use under 200 calls at once to both copies, and all get the same answer', async () => {
    const kami = await server.code({ app: keys.app, type: 'count', amount: 5 })
    const body = capture(kami)
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => sendAt(turn(at), body)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ msg }) => JSON.stringify(msg))).size).toBe(1)
    expect(await findCode(kami)).toMatchObject({ left: 4 })
  })

  it('that was used at one copy is refused for another API at the other, with an effect or without', async () => {
    const kami = await server.code({ app: keys.app, type: 'permanent' })
    const first = capture(kami)
    expect(await sendAt(0, first)).toMatchObject({ code: 200 })
    server.clock.pass(1)
    // The code is bound already, so this login changes nothing.
    const second = capture(kami)
    expect(await sendAt(0, second)).toMatchObject({ code: 200 })
    for (const body of [first, second]) {
      expect(await sendAt(1, body, 'kmunmachine')).toMatchObject({ code: 106 })
      expect(await sendAt(1, body)).toMatchObject({ code: 200 })
    }
    expect(await findCode(kami)).toMatchObject({ markcode: 'PC' })
  })

  it('that comes to both copies at once for two APIs acts for one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const kami = await server.code({ app: keys.app, type: 'permanent' })
      const body = capture(kami, `PC${round}`)
      const both = await Promise.all([sendAt(0, body), sendAt(1, body, 'kmunmachine')])
      expect(both.filter(({ code }) => code === 106)).toHaveLength(1)
    }
  })
})

it('the store forgets the signatures that left the window, however many there are', async () => {
  const { clock, store, running } = server
  const now = clock.now()
  const use = { appId: keys.app, api: 'ini', answer: null }
  // A unit of work has 5 s.
  for (let from = 0; from < 6000; from += 500)
    await store.write(
      async ({ replays }) => {
        for (let at = from; at < from + 500; at++)
          await replays.add({ ...use, signature: `ended ${at}`, until: now })
      },
      { durable: false },
    )
  await store.write(({ replays }) => replays.add({ ...use, signature: 'current', until: now + 1 }), {
    durable: false,
  })
  const memory = new SignatureMemory(
    {
      store,
      signatureLog: running.stores.signatureLog,
      registry: new ApplicationRegistry(),
      isShared: true,
      clock,
      log: QUIET_LOG,
    },
    new SignatureIndex(1),
  )
  await memory.forgetShared()
  const left = await store.read(async ({ replays }) => [
    await replays.find(keys.app, 'ended 0'),
    await replays.find(keys.app, 'ended 5999'),
    await replays.find(keys.app, 'current'),
  ])
  expect(left).toMatchObject([undefined, undefined, { signature: 'current' }])
})

describe('a limit', () => {
  beforeAll(() => trustOwnHeaders(server))

  it('of guessed codes holds for both copies together', async () => {
    const codes: number[] = []
    for (let at = 0; at < 24; at++) {
      const call = postAt(turn(at), `/api.php?api=kmlogon&app=${app}`, `kami=guess-${at}&markcode=PC`, {
        'x-forwarded-for': '198.51.100.7',
      })
      codes.push((await readReply(await call)).code)
    }
    // The guide for operators, Limits: 20 unknown codes of a network in ten minutes.
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 149))
    expect(codes.slice(20)).not.toContain(149)
  })

  it("of look-ups on the customers' page holds for both copies together", async () => {
    const statuses: number[] = []
    for (let at = 0; at < 22; at++) {
      const from = { 'x-forwarded-for': '198.51.100.8' }
      statuses.push(
        (await postAt(turn(at), '/ajax.php?act=query_km', `card=NONE-${at}-ABCDEFGH`, from)).status,
      )
    }
    // 20 look-ups without a result in ten minutes.
    expect(statuses.slice(20)).toEqual([429, 429])
    expect(statuses.slice(0, 20)).not.toContain(429)
  })
})

describe('a job', () => {
  const generateAt = (copy: CopyIndex) =>
    owners[copy].call('code_generate', { app, type: 'permanent', count: 50_000 })
  const jobAt = async (copy: CopyIndex, id: string) =>
    (await owners[copy].call('job_list', {})).rows.find((job) => job.id === id)
  const countIn = async (batch: number) =>
    (await owners[0].call('code_list', { filter: { batch }, size: 1 })).total

  it('is in the list of the other copy, which cancels it', async () => {
    const { job = '', batch } = await generateAt(0)
    await until(async () => ((await jobAt(1, job))?.done ?? 0) > 0, 'progress at the other copy')
    expect(await owners[1].call('job_cancel', { id: job })).toMatchObject({ id: job, by: 'owner' })
    await until(async () => (await jobAt(1, job))?.state === 'cancelled', 'the end of the job')
    const ended = await jobAt(0, job)
    expect(ended).toMatchObject({ kind: 'code_generate', state: 'cancelled', total: 50_000 })
    expect(ended?.done).toBeLessThan(50_000)
    expect(await countIn(batch)).toBe(ended?.done)
    expect(await owners[1].try('job_cancel', { id: job })).toMatchObject({ code: 409 })
  })

  it('of a copy without a sign for ten seconds failed, and the copy ends it when it goes on after all', async () => {
    const { job = '', batch } = await generateAt(1)
    const [, second] = server.processes
    second!.stop()
    const stream = await EventStream.open(owners[0].url, owners[0].cookie)
    await until(async () => {
      server.clock.pass(1)
      return (await jobAt(0, job))?.state === 'failed'
    }, 'the job to fail')
    await stream.next('job', ({ id, state }) => id === job && state === 'failed')
    stream.close()
    second!.goOn()
    await until(async () => (await jobAt(1, job))?.state !== 'running', 'the end at the second copy')
    expect(await countIn(batch)).toBeLessThan(50_000)
    expect(await jobAt(0, job)).toMatchObject({ state: 'failed' })
  })
})

describe('the owner', () => {
  it('recovers at one copy by the address of the other, once', async () => {
    const token = await server.running.sessions.beginRecovery()
    const setUp = { token, password: `${OWNER_PASSWORD} 2` }
    const codes = await Promise.all(
      COPIES.map(async (copy) => {
        const response = await post(runningAt(copy).consoleUrl, 'setup', setUp, {})
        return ((await response.json()) as { code: number }).code
      }),
    )
    expect(codes.sort()).toEqual([200, 403])
    owners = await signInAtBoth(server, `${OWNER_PASSWORD} 2`)
  })

  it('sees the last check of the audit log at either copy', async () => {
    const { verification } = await owners[0].call('audit_verify', { last: false })
    expect(verification).toMatchObject({ ok: true, by: 'owner' })
    expect((await owners[1].call('audit_verify', { last: true })).verification).toEqual(verification)
  })

  it('sees that a copy listens where its command line says, and switches the console at all of them', async () => {
    for (const owner of owners) {
      const { fixed } = await owner.call('settings_get', {})
      expect([...fixed].sort()).toEqual(
        ['public_host', 'public_port', 'tls_cert', 'tls_key'].map((member) => `listeners.${member}`),
      )
      expect(await owner.try('settings_set', { listeners: { public_port: 1 } })).toMatchObject({
        code: 422,
        fields: { 'listeners.public_port': 'fixed' },
      })
    }
    const health = () =>
      Promise.all(COPIES.map(async (copy) => (await fetch(`${runningAt(copy).publicUrl}/healthz`)).status))
    expect(await health()).toEqual([404, 404])
    await owners[0].call('settings_set', { listeners: { console_public: true } })
    expect(await health()).toEqual([200, 200])
    await owners[1].call('settings_set', { listeners: { console_public: false } })
    expect(await health()).toEqual([404, 404])
  })
})

it('two copies that create the owner at once create one', async () => {
  const fresh = await TestServer.startTwo()
  await fresh.store.write(
    async (unit) => {
      const owner = await unit.operators.owner()
      await unit.operators.delete(owner!.id)
    },
    { durable: true },
  )
  const created = await Promise.all(
    [fresh.running, fresh.twin].map(({ sessions }) => sessions.createOwner(OWNER_PASSWORD)),
  )
  expect(created.sort()).toEqual([false, true])
  await fresh.end()
})

it('a copy is ready on each of its addresses, and not while it stops', async () => {
  for (const url of [server.running.publicUrl, server.running.consoleUrl]) {
    const response = await fetch(`${url}/ready`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ready' })
  }
  const connection = await RawConnection.open(server.running.publicUrl)
  await connection.write('GET /ready HTTP/1.1\r\nHost: x\r\n')
  const stopped = server.stopFirst()
  await connection.write('\r\n')
  expect((await connection.reply()).status).toBe(503)
  connection.close()
  await stopped
})
