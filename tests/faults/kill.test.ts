import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { ConsoleSession } from '../bench/server/console-session.ts'
import { signIn } from '../bench/server/console-session.ts'
import type { StartedServer } from '../bench/server/start-server.ts'
import { startServer } from '../bench/server/start-server.ts'
import type { Random } from '../simulator/random.ts'
import { createRandom } from '../simulator/random.ts'
import type { AccountLedger, Ledger } from './ledger.ts'
import { createLedger } from './ledger.ts'
import { openLicenceClient } from './licence-client.ts'
import type { LaneContext } from './load.ts'
import { controlAccounts, deductUses, pulseOn, pulseOnce, useCodes } from './load.ts'
import { verifyLedger } from './verify.ts'

const ROUNDS = 20
const ACCOUNTS = 24
const COUNT_CODES = 4
const LANES_A_COUNT_CODE = 4
const FIRST_USE_LANES = 8
const CONSOLE_LANES = 3
const CODES_A_ROUND = 300
const USES = 1_000_000
const PERMANENT = 4102243200

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-kill-'))
let server: StartedServer | undefined

afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Vendor {
  readonly app: number
  readonly appkey: string
  readonly countKamis: readonly string[]
}

async function setUp(session: ConsoleSession, ledger: Ledger): Promise<Vendor> {
  const { app, appkey } = await session.call('app_create', { name: 'kill test' })
  await session.call('app_update', { app, mt5: { enabled: true } })
  const counts = await session.call('code_generate', { app, type: 'count', amount: USES, count: COUNT_CODES })
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const accountKey = `${80_000_000 + at}@Faults-MT5 2`
    const { id } = await session.call('device_create', { app, account_key: accountKey, vip: PERMANENT })
    const account: AccountLedger = {
      id,
      accountKey,
      pauses: new Set([false]),
      asks: new Map(),
      received: 0,
      lostPulses: 0,
      phase: 'idle',
    }
    ledger.accounts.set(id, account)
  }
  return { app, appkey, countKamis: counts.kamis }
}

/** Loads the server from all sides and kills it at a random moment. */
async function killUnderLoad(
  running: StartedServer,
  session: ConsoleSession,
  vendor: Vendor,
  ledger: Ledger,
  random: Random,
  round: number,
): Promise<void> {
  const { kamis } = await session.call('code_generate', {
    app: vendor.app,
    type: 'time',
    unit: 'day',
    amount: 30,
    count: CODES_A_ROUND,
  })
  let enough: () => void = () => undefined
  const acknowledgedEnough = new Promise<void>((resolve) => {
    enough = resolve
  })
  const target = ledger.acknowledged + 20 + random.below(250)
  let stopped = false
  const context: LaneContext = {
    ledger,
    openClient: () => openLicenceClient(running.public, vendor.app, vendor.appkey),
    acknowledge: () => {
      ledger.acknowledged += 1
      if (ledger.acknowledged >= target) enough()
    },
    stopped: () => stopped,
  }
  const pool = kamis.values()
  const accounts = [...ledger.accounts.values()]
  const lanes = [
    ...Array.from({ length: FIRST_USE_LANES }, () => useCodes(context, pool, round)),
    ...vendor.countKamis.flatMap((kami) =>
      Array.from({ length: LANES_A_COUNT_CODE }, (_, lane) => deductUses(context, kami, `${round}-${lane}`)),
    ),
    ...accounts.map((account) => pulseOn(context, account)),
    ...Array.from({ length: CONSOLE_LANES }, (_, lane) => {
      const own = accounts.filter((_account, at) => at % CONSOLE_LANES === lane)
      return controlAccounts(context, session, own, random, round)
    }),
  ]
  await acknowledgedEnough
  // This waits for no event: it is the random moment itself, so that the kill doesn't always follow an
  // answer.
  await delay(random.next() * 12)
  await running.kill()
  stopped = true
  await Promise.all(lanes)
}

test(`kill -9 under load, ${ROUNDS} rounds, loses nothing that was answered`, async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
  console.log(`KILL_SEED=${seed}`)
  const random = createRandom(seed, 'kill')
  const ledger = createLedger()
  server = await startServer(dataDir)
  let session = await signIn(server.console)
  const vendor = await setUp(session, ledger)
  for (let round = 1; round <= ROUNDS; round += 1) {
    await killUnderLoad(server, session, vendor, ledger, random, round)
    session.close()
    server = await startServer(dataDir)
    session = await signIn(server.console)
    await verifyLedger(session, vendor.app, ledger, USES)
  }
  // A requested and undelivered close is still delivered, once.
  const client = openLicenceClient(server.public, vendor.app, vendor.appkey)
  for (const account of ledger.accounts.values()) {
    const pending = account.phase === 'asked' ? 1 : 0
    const received = account.received
    for (let pulse = 0; pulse < 4; pulse += 1) await pulseOnce(ledger, account, client)
    expect(account.received - received, `commands pending for ${account.accountKey}`).toBe(pending)
  }
  await verifyLedger(session, vendor.app, ledger, USES)
  client.close()
  session.close()

  const uses = [...ledger.firstUses.values()]
  const accounts = [...ledger.accounts.values()]
  const asked = accounts.reduce((sum, { asks }) => sum + asks.size, 0)
  const received = accounts.reduce((sum, one) => sum + one.received, 0)
  console.log(
    `${uses.length} first uses, ${ledger.acknowledged} effects acknowledged, ${asked} commands, ${received} received`,
  )
  // The load included every kind of call.
  expect(uses.filter(({ vip }) => vip !== undefined).length).toBeGreaterThan(ROUNDS)
  expect(received).toBeGreaterThan(ROUNDS / 2)
  for (const { answered } of ledger.deductions.values()) expect(answered).toBeGreaterThan(ROUNDS)
})
