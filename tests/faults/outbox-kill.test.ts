import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../bench/server/console-session.ts'
import { startServer, type StartedServer } from '../bench/server/start-server.ts'
import { createRandom } from '../simulator/random.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { ChannelLoad } from './channel-load.ts'
import { until } from '../support/until.ts'
import { SEED } from '../support/seed.ts'

const ROUNDS = 2
const MESSAGES = 500
/** More than can be on their way at once. */
const HUNG = 100
const RECIPIENTS = ['ou_1', 'ou_2', 'ou_3', 'ou_4', 'ou_5'] as const

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-outbox-kill-'))
let stub: MessengerStub
let channels: ChannelLoad
let server: StartedServer | undefined

beforeAll(async () => {
  stub = await MessengerStub.start()
  channels = await ChannelLoad.start()
  process.env['PULSEKEY_MESSENGER_BASES'] = stub.base
})
afterAll(async () => {
  await server?.kill()
  await stub.stop()
  await channels.stop()
  delete process.env['PULSEKEY_MESSENGER_BASES']
  rmSync(dataDir, { recursive: true, force: true })
})

const open = (options: Database.Options = {}) => new Database(join(dataDir, 'pulsekey.db'), options)

/** Stores messages as their causes do, while the server is down. A few fill a parcel. */
function queue(app: number, now: number): void {
  const db = open()
  const insert = db.prepare(
    `INSERT INTO outbox (key, kind, purpose, app_id, open_id, text, state, next_at, created_at)
     VALUES (?, 'messenger', 'request', ?, ?, ?, 'waiting', ?, ?)`,
  )
  db.transaction(() => {
    for (let n = 0; n < MESSAGES; n++) {
      const text = `message ${n} ${'x'.repeat(700 + (n % 7) * 30)}`
      insert.run(`kill:${n}`, app, RECIPIENTS[n % RECIPIENTS.length], text, now, now)
    }
    channels.queue(db, now)
  })()
  db.close()
}

function statesOf(): Record<string, number> {
  const db = open({ readonly: true })
  const rows = db
    .prepare<[], { state: string; n: number }>('SELECT state, count(*) AS n FROM outbox GROUP BY state')
    .all()
  db.close()
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** The numbers of the messages that a recipient received, in that order. */
const receivedBy = (recipient: string): number[] =>
  stub.delivered
    .filter(({ openId }) => openId === recipient)
    .flatMap(({ text }) => [...text.matchAll(/^message ([0-9]+) /gm)].map((match) => Number(match[1])))

test(
  `kill -9 in the middle of ${MESSAGES} messages, ${ROUNDS} rounds: each arrives once, in its order, and each repeat to a channel has a mark`,
  { timeout: 600_000 },
  async () => {
    console.log(`TEST_SEED=${SEED}`)
    const random = createRandom(SEED, 'outbox-kill')
    server = await startServer(dataDir)
    const session = await signIn(server.console)
    const { app } = await session.call('app_create', { name: 'kill test' })
    await session.call('app_update', {
      app,
      mt5: { enabled: true, messenger_enabled: true, ...stub.settings },
    })
    await channels.setUp(session)
    session.close()
    await server.stop()
    queue(app, Math.floor(Date.now() / 1000))

    for (let round = 1; round <= ROUNDS; round++) {
      // The stub takes this many messages and no more, however slow this machine is: at the kill some are on
      // their way and others wait.
      // Some arrive while their answer is lost: the server can't know and sends them again after the kill, at
      // most one a recipient. So the number is larger.
      const parcels = 2 * RECIPIENTS.length + random.below(12)
      stub.moods.splice(0)
      for (let n = 1; n <= parcels; n++) stub.moods.push(n % 3 === 0 ? 'taken' : 'ok')
      for (let n = 0; n < HUNG; n++) stub.moods.push('hang')
      channels.beginRound(random.below(4))
      const before = stub.delivered.length
      server = await startServer(dataDir)
      await until(() => stub.moods.length <= HUNG && channels.isStuck, `${parcels} parcels`)
      // This waits for no event: it is the random moment itself, so that the kill doesn't always follow an
      // answer.
      await delay(random.next() * 15)
      await server.kill()
      expect(stub.delivered.length).toBeGreaterThan(before)
      expect(statesOf()['sent'] ?? 0).toBeLessThan(MESSAGES)
    }
    stub.moods.splice(0)
    channels.endRounds()
    server = await startServer(dataDir)
    await expect.poll(statesOf, { timeout: 120_000 }).toEqual({ sent: MESSAGES + channels.messages })
    channels.check(ROUNDS)

    for (const [at, recipient] of RECIPIENTS.entries()) {
      const its = Array.from({ length: MESSAGES }, (_, n) => n).filter((n) => n % RECIPIENTS.length === at)
      expect(receivedBy(recipient)).toEqual(its)
    }
    // The load is a test of parcels only if many messages leave as one.
    expect(stub.delivered.length).toBeLessThan(MESSAGES / 2)
    console.log(`${stub.delivered.length} parcels`)
  },
)
