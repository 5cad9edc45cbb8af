import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { callApi } from '../support/runtime-client.ts'
import type { CopiesWorld, RealCopy } from './copies-world.ts'

const FOREVER = 4_102_243_200
/** Logins that a code of the load allows. */
const USES = 1_000_000
const AGAIN_MS = 50
/** A busy machine takes so long for some calls, milliseconds. */
const SLOW_MS = 60_000
let made = 0

/** Calls of one kind. */
class Calls {
  /** The number of calls whose effect was confirmed. */
  confirmed = 0
  /** The number of calls with another answer, or none: their effect may be stored. */
  unknown = 0
  /** The moments of the confirmations, of the steady clock, milliseconds. */
  readonly at: number[] = []
  slowestMs = 0

  /** @param call resolves to whether the effect was confirmed */
  async repeat(isOver: () => boolean, call: () => Promise<boolean>): Promise<void> {
    while (!isOver()) {
      const begun = performance.now()
      const isConfirmed = await call().catch(() => false)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - begun)
      if (isConfirmed) {
        this.confirmed++
        this.at.push(performance.now())
      } else {
        this.unknown++
        await delay(AGAIN_MS)
      }
    }
  }

  /** The longest time without a confirmation since a moment, milliseconds. */
  longestGap(since: number): number {
    const times = [since, ...this.at.filter((at) => at > since), performance.now()]
    return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
  }

  /** @param stored effects */
  check(what: string, stored: number): void {
    expect(stored, `${what}: confirmed and lost`).toBeGreaterThanOrEqual(this.confirmed)
    expect(stored, `${what}: doubled`).toBeLessThanOrEqual(this.confirmed + this.unknown)
  }
}

interface Targets {
  readonly app: number
  readonly kami: string
  readonly agent: number
  readonly account: number
  readonly accountKey: string
}

/** Makes an application that takes plain calls. */
export async function makeApp({ owner }: RealCopy): Promise<number> {
  const { app } = await owner.call('app_create', { name: `Application ${++made}` })
  await owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  return app
}

/** Programs and a person at one copy: logins, payments, close_all commands and pulses, one after another of each kind. */
export class MixedLoad {
  readonly logins = new Calls()
  readonly payments = new Calls()
  readonly commands = new Calls()
  readonly deliveries = new Calls()
  readonly #world: CopiesWorld
  readonly #targets: Targets
  readonly #done: Promise<unknown>
  #isOver = false

  private constructor(world: CopiesWorld, copy: RealCopy, targets: Targets) {
    this.#world = world
    this.#targets = targets
    const isOver = () => this.#isOver
    this.#done = Promise.all([
      this.logins.repeat(isOver, () => this.#logIn(copy)),
      this.payments.repeat(isOver, () => this.#pay(copy)),
      this.#command(copy),
    ])
  }

  /** Makes what the calls need, and begins. @param by the copy that makes it, where it is another one */
  static async begin(world: CopiesWorld, copy: RealCopy, app: number, by = copy): Promise<MixedLoad> {
    const { owner } = by
    const accountKey = `${++made}@Load`
    const { id: account } = await owner.call('device_create', { app, account_key: accountKey, vip: FOREVER })
    const { kamis } = await owner.call('code_generate', { app, type: 'count', amount: USES, count: 1 })
    const name = `agent ${made}`
    const { agent } = await owner.call('agent_create', { name, password: 'correct horse battery' })
    return new MixedLoad(world, copy, { app, account, accountKey, kami: kamis[0] ?? '', agent: agent.id })
  }

  /** Waits until each kind of call was confirmed so many times more. */
  async more(times: number): Promise<void> {
    const all = [this.logins, this.payments, this.commands]
    const before = all.map(({ confirmed }) => confirmed)
    const isDone = () => all.every(({ confirmed }, at) => confirmed >= (before[at] ?? 0) + times)
    await expect.poll(isDone, { timeout: SLOW_MS, message: this.toString() }).toBe(true)
  }

  /** Nobody calls any more. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  /** Compares what was confirmed with what is stored. */
  async check(): Promise<void> {
    const { account, agent, kami } = this.#targets
    const [stored] = await this.#world.rows<
      Record<'logins' | 'payments' | 'balance' | 'commands' | 'delivered', number>
    >(
      `SELECT (SELECT ${USES} - "left" FROM codes WHERE kami = '${kami}')::int AS logins,
        (SELECT count(*) FROM ledger_transfers t JOIN ledger_accounts a ON a.id = t.to_id WHERE a.agent_id = ${agent})::int
          AS payments,
        (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE agent_id = ${agent})::int AS balance,
        (SELECT count(*) FROM commands WHERE device_id = ${account})::int AS commands,
        (SELECT count(*) FROM commands WHERE device_id = ${account} AND delivered_at IS NOT NULL)::int AS delivered`,
    )
    if (stored === undefined) throw new Error('nothing is stored')
    this.logins.check('logins', stored.logins)
    this.payments.check('payments', stored.payments)
    expect(stored.balance).toBe(stored.payments)
    this.commands.check('commands', stored.commands)
    this.deliveries.check('deliveries', stored.delivered)
  }

  /** For the log of the test run. */
  toString(): string {
    const of = ({ confirmed, unknown, slowestMs }: Calls) =>
      `${confirmed} (${unknown} others, slowest ${slowestMs.toFixed(0)} ms)`
    return `logins ${of(this.logins)}, payments ${of(this.payments)}, commands ${of(this.commands)}, deliveries ${of(this.deliveries)}`
  }

  async #logIn({ publicUrl }: RealCopy): Promise<boolean> {
    const { app, kami } = this.#targets
    return (await callApi(publicUrl, 'kmlogon', app, { kami, markcode: 'PC' })).code === 200
  }

  async #pay({ owner }: RealCopy): Promise<boolean> {
    const payment = { agent: this.#targets.agent, amount: 1, key: `payment ${++made}` }
    return (await owner.try('ledger_topup', payment)).code === 200
  }

  /** Asks for a close_all, and pulses until it was handed out once. */
  async #command(copy: RealCopy): Promise<void> {
    const ask = { ids: [this.#targets.account], close_all: true, reason: 'load' }
    await this.commands.repeat(
      () => this.#isOver,
      async () => {
        if ((await copy.owner.try('device_control', ask)).code !== 200) return false
        let isDone = false
        await this.deliveries.repeat(
          () => isDone || this.#isOver,
          async () => {
            const reply = await this.#pulse(copy, 1).catch(() => undefined)
            // An answer that was lost may have had it. A copy without a database hands nothing out.
            isDone = reply?.['close_all'] === 1 || (reply?.code !== 200 && (await this.#isHandedOut()))
            return reply?.['close_all'] === 1
          },
        )
        const last = await this.#pulse(copy, 0).catch(() => undefined)
        if (last?.['close_all'] === 1) this.deliveries.confirmed++
        else if (last?.code !== 200) this.deliveries.unknown++
        return true
      },
    )
  }

  async #isHandedOut(): Promise<boolean> {
    const { account } = this.#targets
    const asked = `SELECT 1 FROM commands WHERE device_id = ${account} AND state = 'asked'`
    return (await this.#world.rows(asked).catch(() => [1])).length === 0
  }

  #pulse({ publicUrl }: RealCopy, positions: number) {
    const { app, accountKey } = this.#targets
    return callApi(publicUrl, 'mt5pulse', app, {
      account_key: accountKey,
      equity: 1000,
      balance: 1000,
      positions,
    })
  }
}

/** Compares all that was confirmed with what is stored, and the chain of the log. @param by a copy that answers */
export async function checkLoads(
  world: CopiesWorld,
  by: RealCopy,
  loads: readonly MixedLoad[],
): Promise<void> {
  for (const load of loads) await load.check()
  const [acts] = await world.rows<{ acts: number }>(
    `SELECT count(*)::int AS acts FROM audit WHERE action = 'ledger_topup'`,
  )
  const [payments] = await world.rows<{ acts: number }>(
    `SELECT count(*)::int AS acts FROM ledger_transactions WHERE kind = 'topup'`,
  )
  expect(acts).toEqual(payments)
  const { verification } = await by.owner.call('audit_verify', {})
  expect(verification).toMatchObject({ ok: true, broken_at: null })
}
