import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { createRandom, type Random } from '../simulator/random.ts'
import { addAccount, nextSample, pulse } from './fleet-world.ts'
import { addAgent, addOperator, signIn } from './operators.ts'

export const DAY = 86_400
const DAYS = 5
/** The midnight before the server's start. */
export const FIRST_DAY = 1_700_000_000 - (1_700_000_000 % DAY)

interface Sent {
  readonly at: number
  readonly equity: number
  readonly balance: number
  readonly floating: number
  /** Paid in (> 0) or out since the pulse before. */
  readonly paid: number
}

/** An account, and every pulse that the test sent for it. */
export interface Account {
  id: number
  readonly key: string
  readonly app: number
  readonly agent: number | null
  readonly currency: string
  readonly version: string
  readonly symbol: string
  readonly tags: string[]
  /** The value of the custom field. Empty for none. */
  readonly region: string
  readonly buy: number
  readonly sell: number
  readonly sent: Sent[]
}

/** A developer with two agents, two applications, and accounts that report for some days. */
export class FleetDaysWorld {
  readonly server: TestServer
  readonly accounts: Account[] = []
  developer: ConsoleClient
  readonly agents: readonly [number, number]
  readonly apps: readonly [number, number]
  /** The number of the custom field `Region`. */
  readonly field: number

  private constructor(
    server: TestServer,
    developer: ConsoleClient,
    agents: readonly [number, number],
    apps: readonly [number, number],
    field: number,
  ) {
    this.server = server
    this.developer = developer
    this.agents = agents
    this.apps = apps
    this.field = field
  }

  static async start(): Promise<FleetDaysWorld> {
    const server = await TestServer.start()
    const id = await addOperator(server, 'fleet developer', 'developer')
    const developer = await signIn(server, 'fleet developer')
    const agents = [await addAgent(server, 'east', id), await addAgent(server, 'west', id)] as const
    const apps = [await makeApp(developer, 'Gold Grid'), await makeApp(developer, 'Trend')] as const
    const order = { name: 'Region', place: 'devices', kind: 'text' } as const
    const { id: field } = await developer.call('field_save', order)
    const world = new FleetDaysWorld(server, developer, agents, apps, field)
    for (let i = 0; i < 14; i++) await world.#makeAccount(i)
    await world.#liveThroughDays()
    return world
  }

  /** Whole days: the third one to today. */
  get span(): { from: number; to: number } {
    return { from: FIRST_DAY + 2 * DAY, to: this.server.clock.now() }
  }

  async #makeAccount(i: number): Promise<void> {
    const random = createRandom(i, 'account')
    const agent = [null, ...this.agents][i % 3] ?? null
    const app = this.apps[i % 2 === 0 ? 0 : 1]
    const key = `${1000 + i}@${['Alpha-Live', 'Beta-Real'][i % 2]!}`
    const tags = [[], ['vip'], ['vip', 'slow']][i % 3]!
    const id = await addAccount(this.server, app, key, agent === null ? {} : { agent })
    const region = ['', 'north', 'south', 'north'][i % 4]!
    await this.developer.call('device_update', { id, tags, fields: { [this.field]: region } })
    this.accounts.push({
      id,
      key,
      app,
      agent,
      tags,
      region,
      currency: ['USD', 'USD', 'USD', 'CNY', ''][i % 5]!,
      version: i % 4 === 0 ? '1.0' : '2.0',
      symbol: ['XAUUSD', 'XAUUSDm', 'EURUSD.pro', 'XAUUSD+'][i % 4]!,
      buy: random.below(4),
      sell: random.below(3),
      sent: [],
    })
  }

  /** Some accounts begin later, and some are silent for a day. Payments come between two pulses without a trade. */
  async #liveThroughDays(): Promise<void> {
    const random = createRandom(Number(process.env['TEST_SEED'] ?? 3), 'days')
    for (let day = 0; day < DAYS; day++) {
      const begin = FIRST_DAY + (day + 1) * DAY
      for (const hour of [1, 9, 23]) {
        this.server.clock.pass(begin + hour * 3600 - this.server.clock.now())
        let last: Account | undefined
        for (const [i, account] of this.accounts.entries()) {
          if (i % 6 > day || (i + day) % 5 === 4) continue
          await this.#report(
            account,
            random.chance(0.15) && account.sent.length > 0 ? 'pay' : 'trade',
            random,
          )
          last = account
        }
        if (last !== undefined) await this.#untilStored(last)
      }
      // Days are longer than a session.
      this.developer = await signIn(this.server, 'fleet developer')
      await nextSample(this.server, this.developer)
    }
  }

  /** Pulses are stored in their order, so the last one says that all are. */
  async #untilStored({ id }: Account): Promise<void> {
    const at = this.server.clock.now()
    const within = { deviceId: id, from: at - 60, to: at, points: 1 }
    const { telemetry } = this.server.running.stores
    await until(async () => (await telemetry.history(within)).points.length > 0, 'the pulses in the history')
  }

  async #report(account: Account, what: 'pay' | 'trade', random: Random): Promise<void> {
    const cents = (value: number) => Math.round(value * 100) / 100
    const last = account.sent.at(-1) ?? { equity: 5000, balance: 5000, floating: 0 }
    const paid = what === 'pay' ? random.pick([1000, -500, 250.5]) : 0
    const moved = what === 'trade' ? cents(random.normal() * 300) : 0
    // A close takes its profit from the floating one: a balance that moves alone is a payment.
    const closed = Math.abs(moved) > 1 ? cents(moved / 2) : 0
    const floating = cents(last.floating + moved - closed)
    const balance = cents(last.balance + paid + closed)
    const sent = { at: this.server.clock.now(), balance, floating, equity: cents(balance + floating), paid }
    account.sent.push(sent)
    const { key, app, currency, version, symbol, buy, sell } = account
    await pulse(this.server, app, key, {
      equity: sent.equity,
      balance,
      float_pnl: floating,
      positions: buy + sell,
      buy_pos: buy,
      sell_pos: sell,
      symbol,
      program_version: version,
      ...(currency !== '' && { currency }),
    })
  }
}

async function makeApp(developer: ConsoleClient, name: string): Promise<number> {
  const { app } = await developer.call('app_create', { name })
  await developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  return app
}

/** The result of an account in a span, by all pulses that it sent: nothing of the server's own. */
export function replay({ sent }: Account, from: number, to: number) {
  const within = sent.filter(({ at }) => at >= from && at < to)
  if (within.length === 0) return undefined
  const first = sent.findLast(({ at }) => at < from) ?? within[0]!
  // The first pulse of an account is its beginning: what was paid before is no payment.
  const paid = within.map((one) => (one === first ? 0 : one.paid))
  const deposits = paid.reduce((sum, one) => sum + Math.max(0, one), 0)
  const withdrawals = paid.reduce((sum, one) => sum + Math.max(0, -one), 0)
  const last = within.at(-1)!
  return {
    profit: last.equity - first.equity - deposits + withdrawals,
    realised: last.balance - first.balance - deposits + withdrawals,
    deposits,
    withdrawals,
    capital: first.equity + deposits,
    drawdown: Math.max(
      ...within.map(({ equity, balance }) => Math.max(0, ((balance - equity) / balance) * 100)),
    ),
  }
}
type Result = NonNullable<ReturnType<typeof replay>>

export const near = (value: number | null | undefined) =>
  value === null || value === undefined ? value : Math.round(value * 1e4) / 1e4 || 0

/** The figures of accounts over a span, as the test computes them. */
export function figuresOf(some: readonly Account[], from: number, to: number) {
  const results = some.flatMap((one) => replay(one, from, to) ?? [])
  const sum = (of: (result: Result) => number) => near(results.reduce((all, one) => all + of(one), 0))
  const last = some.flatMap(({ sent }) => sent.at(-1) ?? [])
  const capital = results.reduce((all, one) => all + one.capital, 0)
  const profit = results.reduce((all, one) => all + one.profit, 0)
  return {
    accounts: some.length,
    equity: near(last.reduce((all, { equity }) => all + equity, 0)),
    floating: near(last.reduce((all, { floating }) => all + floating, 0)),
    profit: sum((one) => one.profit),
    realised: sum((one) => one.realised),
    deposits: sum((one) => one.deposits),
    withdrawals: sum((one) => one.withdrawals),
    rate: capital > 0 ? near(profit / capital) : null,
    drawdown: results.length === 0 ? null : near(Math.max(...results.map((one) => one.drawdown))),
  }
}
type Figures = ReturnType<typeof figuresOf>

export function picked(figures: Readonly<Record<keyof Figures, number | null>>): Figures {
  const names = Object.keys(figuresOf([], 0, 0)) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [name, near(figures[name])])) as Figures
}
