import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MessengerStub } from '../../support/messenger-stub.ts'
import { createAccounts, createApp } from '../fixture.ts'
import { measureAll, ratio, tail } from '../measure.ts'
import { atMost } from '../report/goals.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { ACCOUNTS, mt5Subject } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const BOTS = 5
const MESSAGES = 20_000
const RECIPIENTS = 1000

/** A server with a full outbox and bots that never get an answer. */
async function startStuck({ makeDataDir }: PartContext, stub: MessengerStub) {
  const dataDir = makeDataDir()
  const before = await startServer(dataDir)
  const session = await signIn(before.console)
  const { app } = await createApp(session, 'plain')
  await createAccounts(session, app, ACCOUNTS)
  const bots: number[] = []
  for (let n = 0; n < BOTS; n++) {
    const bot = { messenger_app_id: `cli_${String(n).padStart(16, '0')}`, messenger_app_secret: 'secret' }
    stub.secrets.set(bot.messenger_app_id, bot.messenger_app_secret)
    const { app: one } = await session.call('app_create', { name: `bot ${n}` })
    const mt5 = { enabled: true, messenger_enabled: true, messenger_base: stub.base, ...bot }
    await session.call('app_update', { app: one, sign_answers: false, mt5 })
    bots.push(one)
  }
  session.close()
  await before.stop()
  const db = new Database(join(dataDir, 'pulsekey.db'))
  const now = Math.floor(Date.now() / 1000)
  const insert = db.prepare(
    `INSERT INTO outbox (key, kind, purpose, app_id, open_id, text, state, next_at, created_at)
     VALUES (?, 'messenger', 'request', ?, ?, ?, 'waiting', ?, ?)`,
  )
  db.transaction(() => {
    for (let n = 0; n < MESSAGES; n++)
      insert.run(`bench:${n}`, bots[n % BOTS], `ou_${n % RECIPIENTS}`, 'x'.repeat(200), now, now)
  })()
  db.close()
  return { server: await startServer(dataDir), app }
}

async function startIdle({ makeDataDir }: PartContext) {
  const server = await startServer(makeDataDir())
  const session = await signIn(server.console)
  const { app } = await createApp(session, 'plain')
  await createAccounts(session, app, ACCOUNTS)
  session.close()
  return { server, app }
}

/** Pulses while messages can't leave, and while there are none. */
async function run(context: PartContext) {
  const { load, pace, progress, print } = context
  const stub = await MessengerStub.start()
  stub.moods.push(...Array.from({ length: 50_000 }, () => 'hang' as const))
  process.env['PULSEKEY_MESSENGER_BASES'] = stub.base
  const servers: StartedServer[] = []
  try {
    const idle = await startIdle(context)
    servers.push(idle.server)
    const stuck = await startStuck(context, stub)
    servers.push(stuck.server)
    const subjects = [
      mt5Subject('mt5pulse', idle.server, idle.app, { name: 'mt5pulse, nothing to send' }),
      mt5Subject('mt5pulse', stuck.server, stuck.app, { name: 'mt5pulse, the messenger hangs' }),
    ]
    const circumstances = { connections: 64, keepAlive: true }
    await measureAll(load, subjects, circumstances, { ...pace, samples: 1 }, progress)
    const results = await measureAll(load, subjects, circumstances, pace, progress)
    if (stub.calls.length === 0) throw new Error('the messenger was never called')
    print(`\nA hanging messenger and ${MESSAGES} messages that wait, 64 connections, keep-alive`)
    print(describeResults(results))
    const [without, hanging] = results
    const measured = ratio(hanging, without, tail)
    const text = 'mt5pulse with a hanging messenger / without, p99, 64 connections, keep-alive'
    return { results, goals: [atMost(text, measured, 1.2)] }
  } finally {
    for (const server of servers) await server.kill()
    delete process.env['PULSEKEY_MESSENGER_BASES']
    await stub.stop()
  }
}

export const outboundPart: Part = { name: 'outbound', run }
