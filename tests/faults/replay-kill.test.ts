import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { signIn, type ConsoleSession } from '../bench/server/console-session.ts'
import { startServer, type StartedServer } from '../bench/server/start-server.ts'
import { createRandom } from '../simulator/random.ts'
import { openConnection } from '../simulator/wire/connection.ts'
import { plainDialect } from '../simulator/wire/dialect.ts'
import { readField } from '../simulator/wire/reply.ts'
import { dressRequest } from '../simulator/wire/request.ts'
import { signPairs, type Pair } from '../simulator/wire/signature.ts'
import { SEED } from '../support/seed.ts'

const ROUNDS = 2
const LANES = 8
/** Calls replayed in a round, of the last ones and of all. */
const CHECKED = 60
/** A program in UTC+8 sends its local time as Unix time. */
const AHEAD = 8 * 3600
const USES = 1_000_000

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-replay-'))
const dialect = plainDialect(createRandom(1, 'replays'))
let server: StartedServer | undefined

afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Vendor {
  readonly app: number
  readonly appkey: string
  readonly count: string
  readonly permanent: string
}

/** One call under its signature, as a person on the line captures it. */
interface Captured {
  readonly pairs: readonly Pair[]
  readonly takesUse: boolean
  isAnswered: boolean
}

async function setUp(session: ConsoleSession): Promise<Vendor> {
  const { app, appkey } = await session.call('app_create', { name: 'replay test' })
  const make = async (order: { type: 'count'; amount: number } | { type: 'permanent' }) =>
    (await session.call('code_generate', { app, count: 1, ...order })).kamis[0] ?? ''
  return {
    app,
    appkey,
    count: await make({ type: 'count', amount: USES }),
    permanent: await make({ type: 'permanent' }),
  }
}

function capture({ appkey, count, permanent }: Vendor, serial: number): Captured {
  const takesUse = serial % 2 === 0
  const pairs: Pair[] = [
    ['kami', takesUse ? count : permanent],
    ['markcode', takesUse ? 'PC-count' : 'PC-permanent'],
    ['t', String(Math.floor(Date.now() / 1000) + AHEAD)],
    ['serial', String(serial)],
  ]
  return { pairs: [...pairs, ['sign', signPairs(pairs, appkey)]], takesUse, isAnswered: false }
}

async function usesLeft(session: ConsoleSession, kami: string): Promise<number> {
  const { rows } = await session.call('code_list', { search: kami })
  return Number(rows[0]?.left)
}

test(`kill -9 under load, ${ROUNDS} rounds: every answered call stays used`, async () => {
  console.log(`TEST_SEED=${SEED}`)
  const random = createRandom(SEED, 'kill')
  server = await startServer(dataDir)
  let session = await signIn(server.console)
  const vendor = await setUp(session)
  const all: Captured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const target = all.length + 50 + random.below(300)
    const running = server
    const lanes = Array.from({ length: LANES }, async () => {
      const connection = openConnection(running.public, true)
      for (;;) {
        const call = capture(vendor, all.length)
        all.push(call)
        const sent = connection.send(dressRequest('kmlogon', vendor.app, call.pairs, dialect))
        const text = await sent.then((reply) => reply.text).catch(() => undefined)
        if (text === undefined) break
        expect(readField(text, 'code')).toBe('200')
        call.isAnswered = true
      }
      connection.close()
    })
    while (all.length < target) await delay(1)
    await delay(random.next() * 12)
    await running.kill()
    session.close()
    await Promise.all(lanes)
    server = await startServer(dataDir)
    session = await signIn(server.console)

    const answered = all.filter(({ isAnswered }) => isAnswered)
    const before = await usesLeft(session, vendor.count)
    expect(USES - before).toBeGreaterThanOrEqual(answered.filter(({ takesUse }) => takesUse).length)
    const connection = openConnection(server.public, true)
    const ask = async (api: string, { pairs }: Captured) =>
      readField((await connection.send(dressRequest(api, vendor.app, pairs, dialect))).text, 'code')
    // The last ones before the kill, and some of all earlier rounds.
    const sample = answered.slice(-CHECKED)
    for (let at = 0; at < CHECKED; at++) sample.push(answered[random.below(answered.length)] ?? sample[0]!)
    for (const call of sample) {
      expect(await ask('kmunmachine', call)).toBe('106')
      expect(await ask('kmlogon', call)).toBe('200')
    }
    connection.close()
    expect(await usesLeft(session, vendor.count), 'a replay took no use').toBe(before)
  }
  session.close()
  console.log(`${all.filter(({ isAnswered }) => isAnswered).length} answered calls`)
})
