import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../bench/server/console-session.ts'
import { startServer, type StartedServer } from '../bench/server/start-server.ts'
import { createRandom } from '../simulator/random.ts'
import { bark } from '../support/channels/bark.ts'
import { ChannelStub } from '../support/channels/channel-stub.ts'
import { SEED } from '../support/seed.ts'
import { until } from '../support/until.ts'

const ROUNDS = 2
const PHONES = 4
const MESSAGES = 24
/** More than can be on their way at once. */
const HUNG = 20

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-channel-kill-'))
let stub: ChannelStub
let server: StartedServer | undefined

beforeAll(async () => {
  stub = await ChannelStub.start(() => Date.now())
})
afterAll(async () => {
  await server?.kill()
  await stub.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const open = (options: Database.Options = {}) => new Database(join(dataDir, 'pulsekey.db'), options)

/** Stores messages as their causes do, while the server is down. Each fills a parcel. */
function queue(channels: readonly number[], now: number): void {
  const db = open()
  const insert = db.prepare(
    `INSERT INTO outbox (key, kind, purpose, channel_id, operator_id, text, state, next_at, created_at)
     VALUES (?, 'channel', 'drawdown', ?, 1, ?, 'waiting', ?, ?)`,
  )
  db.transaction(() => {
    for (let n = 0; n < MESSAGES; n++)
      insert.run(`kill:${n}`, channels[n % PHONES], `message ${n} ${'x'.repeat(1500)}`, now, now)
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

/** The numbers of the messages that a phone received, and whether each was marked as a repeat. */
const receivedBy = (to: string) =>
  stub.delivered
    .filter((one) => one.to === to)
    .map(({ text }) => ({
      n: Number(/message ([0-9]+) /.exec(text)?.[1]),
      isMarked: !text.startsWith('message'),
    }))

test(
  `kill -9 in the middle of ${MESSAGES} messages to channels, ${ROUNDS} rounds: each arrives, and each repeat has a mark`,
  { timeout: 120_000 },
  async () => {
    console.log(`TEST_SEED=${SEED}`)
    const random = createRandom(SEED, 'channel-kill')
    server = await startServer(dataDir)
    const session = await signIn(server.console)
    const channels: number[] = []
    for (let phone = 0; phone < PHONES; phone++) {
      const fields = bark.fields(stub.base, phone)
      channels.push((await session.call('channel_save', { kind: 'bark', name: `phone ${phone}`, fields })).id)
    }
    session.close()
    await server.stop()
    queue(channels, Math.floor(Date.now() / 1000))

    for (let round = 1; round <= ROUNDS; round++) {
      const parcels = PHONES + random.below(5)
      // The last ones before the kill arrive without an answer, or don't arrive: the server can't know which.
      stub.moods.splice(0)
      for (let n = 0; n < parcels; n++) stub.moods.push('ok')
      for (let n = 0; n < HUNG; n++) stub.moods.push(n % 2 === 0 ? 'silent' : 'hang')
      server = await startServer(dataDir)
      await until(() => stub.moods.length <= HUNG - PHONES, 'a message under way to each phone')
      await server.kill()
      expect(statesOf()['waiting']).toBeGreaterThan(0)
    }
    stub.moods.splice(0)
    server = await startServer(dataDir)
    await expect.poll(statesOf, { timeout: 60_000 }).toEqual({ sent: MESSAGES })

    for (let phone = 0; phone < PHONES; phone++) {
      const received = receivedBy(String(bark.fields('', phone).key))
      const seen = new Set<number>()
      // In their order, each at least once.
      const firsts = received.filter(({ n }) => !seen.has(n) && seen.add(n))
      expect(firsts.map(({ n }) => n)).toEqual(
        Array.from({ length: MESSAGES / PHONES }, (_, at) => at * PHONES + phone),
      )
      // A second one has a mark, and each kill causes at most one.
      const repeats = received.filter((one) => !firsts.includes(one))
      expect(repeats.every(({ isMarked }) => isMarked)).toBe(true)
      expect(repeats.length).toBeLessThanOrEqual(ROUNDS)
    }
  },
)
