import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import type { ConsoleSession } from '../bench/server/console-session.ts'
import { signIn } from '../bench/server/console-session.ts'
import type { StartedServer } from '../bench/server/start-server.ts'
import { OWNER_PASSWORD, startServer } from '../bench/server/start-server.ts'
import { createRandom, type Random } from '../simulator/random.ts'
import { giveBack, takeCodes, topUp, type SalesContext, type SellerLedger } from './sales-load.ts'
import { SEED } from '../support/seed.ts'

const ROUNDS = 2
const PRICES = [300, 500] as const
const LANES = 3

const dataDir = mkdtempSync(join(tmpdir(), 'pulsekey-sales-kill-'))
let server: StartedServer | undefined

afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const empty = () => ({
  sales: new Map(),
  unansweredTakes: new Map<string, number>(),
  topUps: new Map(),
  surprises: [],
})

/** An agent of the owner and one below it, each with stock and a little money. */
async function setUp(running: StartedServer, owner: ConsoleSession): Promise<SellerLedger[]> {
  const { app } = await owner.call('app_create', { name: 'kill test' })
  const [price, priceBelow] = PRICES
  const first = await owner.call('agent_create', { name: 'first', password: OWNER_PASSWORD })
  const worth = { type: 'time', unit: 'day', amount: 30 } as const
  const stock = { agent: first.agent.id, app, quota: 200_000, price, ...worth }
  const { id: allocation } = await owner.call('allocation_create', stock)
  const session = await signIn(running.console, 'first')
  const second = await session.call('agent_create', { name: 'second', password: OWNER_PASSWORD })
  const part = { agent: second.agent.id, parent: allocation, quota: 100_000, price: priceBelow }
  const { id: below } = await session.call('allocation_create', part)
  return [
    { session, id: first.agent.id, allocation, ...empty() },
    { session: await signIn(running.console, 'second'), id: second.agent.id, allocation: below, ...empty() },
  ]
}

/** Loads the server from all sides and kills it at a random moment. */
async function killUnderLoad(
  running: StartedServer,
  owner: ConsoleSession,
  sellers: readonly SellerLedger[],
  random: Random,
  nextKey: () => string,
): Promise<void> {
  let enough: () => void = () => undefined
  const acknowledgedEnough = new Promise<void>((resolve) => {
    enough = resolve
  })
  let left = 20 + random.below(150)
  let stopped = false
  const context: SalesContext = {
    random,
    nextKey,
    acknowledge: () => {
      if (--left <= 0) enough()
    },
    stopped: () => stopped,
  }
  const lanes = sellers.flatMap((seller) => [
    ...Array.from({ length: LANES }, () => takeCodes(context, seller)),
    giveBack(context, seller),
    topUp(context, seller, owner),
  ])
  await acknowledgedEnough
  // This waits for no event: it is the random moment itself, so that the kill doesn't always follow an
  // answer.
  await delay(random.next() * 12)
  await running.kill()
  stopped = true
  await Promise.all(lanes)
}

/** Acknowledged acts exist, unanswered acts exist whole or not at all, and the sums are right. */
async function verify(owner: ConsoleSession, sellers: readonly SellerLedger[]): Promise<void> {
  expect(await owner.call('ledger_verify', {})).toMatchObject({ ok: true, broken: [] })
  const db = new Database(join(dataDir, 'pulsekey.db'), { readonly: true })
  try {
    for (const seller of sellers) verifySeller(db, seller)
    const value = (sql: string) => db.prepare<[], number>(sql).pluck().get()
    expect(value('SELECT sum(balance) FROM ledger_accounts')).toBe(0)
    // Quota, sales and codes agree.
    expect(
      db
        .prepare(
          `SELECT id FROM allocations AS a WHERE used <>
            (SELECT count(*) FROM sales WHERE allocation_id = a.id AND refunded_at IS NULL)
            + coalesce((SELECT sum(quota) FROM allocations WHERE parent_id = a.id), 0)`,
        )
        .all(),
    ).toEqual([])
    expect(value('SELECT count(*) FROM codes WHERE recycled_at IS NULL')).toBe(
      value('SELECT count(*) FROM sales WHERE refunded_at IS NULL'),
    )
    expect(value('SELECT count(*) FROM codes')).toBe(value('SELECT count(*) FROM sales'))
    // The owner got the price of every sale that was not refunded.
    expect(value(`SELECT balance FROM ledger_accounts WHERE kind = 'revenue'`)).toBe(
      PRICES[0] * (value('SELECT count(*) FROM sales WHERE refunded_at IS NULL') ?? NaN),
    )
  } finally {
    db.close()
  }
}

function verifySeller(db: Database.Database, seller: SellerLedger): void {
  expect(seller.surprises).toEqual([])
  const rows = db
    .prepare<[number], { id: number; kami: string; price: number; back: number; key: string }>(
      `SELECT s.id, s.kami, s.price, s.refunded_at IS NOT NULL AS back, t.key
        FROM sales AS s JOIN ledger_transactions AS t ON t.id = s.transaction_id WHERE s.agent_id = ?`,
    )
    .all(seller.id)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { kami, price, back }] of seller.sales) {
    const row = known.get(id)
    expect(row, `answered sale ${id}`).toMatchObject({ kami, price })
    if (back !== undefined) expect(row?.back, `refund of ${id}`).toBe(back ? 1 : 0)
  }
  const unanswered = rows.filter(({ id }) => !seller.sales.has(id))
  for (const [key, ofOne] of Map.groupBy(unanswered, (row) => row.key.split(':').slice(2).join(':'))) {
    expect(seller.unansweredTakes.get(key), `a purchase nobody answered, ${key}`).toBe(ofOne.length)
  }
  const paid = new Map(
    db
      .prepare<[number], { key: string; amount: number }>(
        `SELECT substr(t.key, 7) AS key, m.amount FROM ledger_transactions AS t
          JOIN ledger_transfers AS m ON m.transaction_id = t.id JOIN ledger_accounts AS a ON a.id = m.to_id
          WHERE t.kind = 'topup' AND a.agent_id = ?`,
      )
      .all(seller.id)
      .map(({ key, amount }) => [key, amount]),
  )
  for (const [key, { amount, answered }] of seller.topUps) {
    if (answered || paid.has(key)) expect(paid.get(key), `top-up ${key}`).toBe(amount)
  }
  expect(paid.size).toBeLessThanOrEqual(seller.topUps.size)
  // From here on it counts as answered, because a call with its key gets the answer.
  for (const { id, kami, price, back } of rows) seller.sales.set(id, { kami, price, back: back === 1 })
  seller.unansweredTakes.clear()
}

test(
  `kill -9 while agents buy, refund and pay, ${ROUNDS} rounds: the books hold what was answered`,
  { timeout: 300_000 },
  async () => {
    console.log(`TEST_SEED=${SEED}`)
    const random = createRandom(SEED, 'sales-kill')
    let keys = 0
    const nextKey = () => `key-${String(++keys).padStart(8, '0')}`
    server = await startServer(dataDir)
    let owner = await signIn(server.console)
    let sellers = await setUp(server, owner)
    for (let round = 1; round <= ROUNDS; round += 1) {
      await killUnderLoad(server, owner, sellers, random, nextKey)
      const lost = sellers.map(({ unansweredTakes }) => new Map(unansweredTakes))
      owner.close()
      for (const { session } of sellers) session.close()
      server = await startServer(dataDir)
      owner = await signIn(server.console)
      await verify(owner, sellers)
      const [first, second] = await Promise.all(
        (['first', 'second'] as const).map((name) => signIn(server!.console, name)),
      )
      sellers = sellers.map((seller, at) => ({ ...seller, session: (at === 0 ? first : second)! }))
      // A repeated call with the key of an unanswered purchase buys once, whether the first call succeeded or
      // not.
      for (const [at, seller] of sellers.entries())
        for (const [key, count] of lost[at]!) {
          const order = { allocation: seller.allocation, count, key }
          const ask = () =>
            seller.session
              .call('sale_take', order)
              .catch((error: unknown) => String(error).replace(/"time":\d+/, ''))
          const answer = await ask()
          expect(await ask()).toEqual(answer)
          if (typeof answer === 'string') expect(answer).toMatch(/"fields":\{"balance"/)
          else
            for (const { id, kami, price } of answer.sales) seller.sales.set(id, { kami, price, back: false })
        }
      await verify(owner, sellers)
    }
    owner.close()
    const sales = sellers.flatMap((seller) => [...seller.sales.values()])
    const back = sales.filter((sale) => sale.back === true).length
    console.log(`${sales.length} codes taken, ${back} given back`)
    // The load included every kind of call, for both agents.
    for (const seller of sellers) {
      expect(seller.sales.size).toBeGreaterThan(ROUNDS)
      expect(seller.topUps.size).toBeGreaterThan(ROUNDS)
    }
    expect(back).toBeGreaterThan(ROUNDS)
  },
)
