import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DRAWDOWN_BARS, RATE_BARS, type FleetDimension } from '../../src-server/contract/fleet-names.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import {
  DAY,
  figuresOf,
  FIRST_DAY,
  FleetDaysWorld,
  near,
  picked,
  replay,
  type Account,
} from './fleet-days-world.ts'
import { signIn } from './operators.ts'

let world: FleetDaysWorld
let developer: ConsoleClient
let accounts: readonly Account[]

beforeAll(async () => {
  world = await FleetDaysWorld.start()
  ;({ developer, accounts } = world)
})
afterAll(() => world.server.end())

const span = () => world.span
const spanEnd = () => span().to + 1
const inUsd = (one: Account) => one.currency === 'USD' && one.sent.length > 0

describe('the report of the fleet', () => {
  it('has the profit that a replay of all pulses finds, for a period and for each of its days', async () => {
    for (const [from, to] of [
      [span().from, spanEnd()],
      [FIRST_DAY, spanEnd()],
      [FIRST_DAY + 3 * DAY, FIRST_DAY + 4 * DAY],
    ] as const) {
      const report = await developer.call('fleet_report', { from, to: to - 1, currency: 'USD' })
      expect(picked(report.figures)).toEqual(figuresOf(accounts.filter(inUsd), from, to))
      for (const day of report.days) {
        const { profit, realised, deposits, withdrawals } = figuresOf(
          accounts.filter(inUsd),
          day.day,
          day.day + DAY,
        )
        expect([day.profit, day.realised, day.deposits, day.withdrawals].map(near)).toEqual([
          profit,
          realised,
          deposits,
          withdrawals,
        ])
      }
      const sum = report.days.reduce((all, { profit }) => all + profit, 0)
      expect(near(sum)).toBe(near(report.figures.profit))
    }
  })

  it('has the equity of all accounts at the end of each day, also of those that were silent', async () => {
    const { days, utc_offset: offset } = await developer.call('fleet_report', { ...span(), currency: 'USD' })
    expect([offset, days.length]).toEqual([0, 4])
    // The last pulses of a day are an hour before its end, and the sample after them counts.
    for (const { day, equity, balance } of days.slice(0, -1)) {
      const last = accounts
        .filter(inUsd)
        .flatMap(({ sent }) => sent.findLast(({ at }) => at < day + DAY) ?? [])
      expect(near(equity)).toBe(near(last.reduce((all, one) => all + one.equity, 0)))
      expect(near(balance)).toBe(near(last.reduce((all, one) => all + one.balance, 0)))
    }
  })

  it('never adds two currencies: without a currency it is about that of most accounts', async () => {
    const { currency, currencies, figures } = await developer.call('fleet_report', span())
    const silent = accounts.filter(({ sent }) => sent.length === 0).length
    const counts = Object.fromEntries(currencies.map((one) => [one.currency, one.accounts]))
    expect(currency).toBe('USD')
    expect(counts).toEqual({
      USD: accounts.filter(inUsd).length,
      CNY: accounts.filter((one) => one.currency === 'CNY' && one.sent.length > 0).length,
      '': accounts.filter((one) => one.currency === '' && one.sent.length > 0).length + silent,
    })
    expect(figures.accounts).toBe(counts['USD'])
    const unknown = await developer.call('fleet_report', { ...span(), currency: '' })
    expect(picked(unknown.figures)).toEqual(
      figuresOf(
        accounts.filter((one) => one.currency === '' || one.sent.length === 0),
        span().from,
        spanEnd(),
      ),
    )
  })

  it('counts each account once in the bars of drawdown and return', async () => {
    const { from } = span()
    const { drawdowns, rates } = await developer.call('fleet_report', { ...span(), currency: 'USD' })
    const results = accounts.filter(inUsd).flatMap((one) => replay(one, from, spanEnd()) ?? [])
    expect(drawdowns).toEqual(
      DRAWDOWN_BARS.map((low, bar) => {
        const high = DRAWDOWN_BARS[bar + 1] ?? Infinity
        return results.filter(({ drawdown }) => drawdown >= low && drawdown < high).length
      }),
    )
    expect(rates).toEqual(
      [-Infinity, ...RATE_BARS].map((low, bar) => {
        const high = RATE_BARS[bar] ?? Infinity
        return results.filter(({ profit, capital }) => profit / capital >= low && profit / capital < high)
          .length
      }),
    )
  })

  it('says who is long gold: positions by symbol over all currencies, money of one', async () => {
    const { exposure } = await developer.call('fleet_report', { ...span(), currency: 'USD' })
    const open = accounts.filter(({ sent, buy, sell }) => sent.length > 0 && buy + sell > 0)
    for (const [symbol, names] of [
      ['XAUUSD', ['XAUUSD', 'XAUUSDm', 'XAUUSD+']],
      ['EURUSD', ['EURUSD.pro']],
    ] as const) {
      const some = open.filter((one) => names.some((name) => name === one.symbol))
      const row = exposure.find((one) => one.symbol === symbol)
      expect({ ...row, floating: near(row?.floating) }).toEqual({
        symbol,
        accounts: some.length,
        positions: some.reduce((all, { buy, sell }) => all + buy + sell, 0),
        buy: some.reduce((all, { buy }) => all + buy, 0),
        sell: some.reduce((all, { sell }) => all + sell, 0),
        floating: near(some.filter(inUsd).reduce((all, { sent }) => all + sent.at(-1)!.floating, 0)),
      })
    }
    expect(exposure).toHaveLength(2)
  })
})

const KEYS = {
  agent: ({ agent }) => [agent === null ? '' : String(agent)],
  app: ({ app }) => [String(app)],
  version: ({ version }) => [version],
  server: ({ key }) => [key.split('@')[1]!],
  symbol: ({ symbol }) => [symbol.startsWith('XAU') ? 'XAUUSD' : 'EURUSD'],
  tag: ({ tags }) => (tags.length === 0 ? [''] : tags),
  field: ({ region }) => [region],
} satisfies Record<FleetDimension, (account: Account) => string[]>

it('the fleet of a question about a custom field has the accounts that answer it', async () => {
  const { id: field } = await developer.call('field_save', {
    name: 'Deposit',
    place: 'devices',
    kind: 'number',
  })
  const [one, other] = accounts.filter(inUsd)
  for (const [account, amount] of [
    [one!, '500'],
    [other!, '5000'],
  ] as const)
    await developer.call('device_update', { id: account.id, fields: { [field]: amount } })
  const asked = { ...span(), currency: 'USD', having: { field, from: '1000' } }
  const { figures, days } = await developer.call('fleet_report', asked)
  expect(picked(figures)).toEqual(figuresOf([other!], span().from, spanEnd()))
  // The samples know no custom fields.
  expect(new Set(days.map(({ equity }) => equity))).toEqual(new Set([null]))
  const { rows } = await developer.call('fleet_accounts', asked)
  expect(rows.map(({ id }) => id)).toEqual([other!.id])
  const hidden = { ...asked, having: { field: 999 } }
  expect((await developer.try('fleet_report', hidden)).code).not.toBe(200)
})

describe('the groups of the fleet', () => {
  it.each(Object.keys(KEYS) as FleetDimension[])('by %s have the figures of their accounts', async (by) => {
    const { rows, total } = await developer.call('fleet_groups', {
      ...span(),
      currency: 'USD',
      by,
      field: world.field,
    })
    const keys = new Set(accounts.filter(inUsd).flatMap(KEYS[by]))
    expect([rows.length, total]).toEqual([keys.size, keys.size])
    for (const key of keys)
      expect(picked(rows.find((row) => row.key === key)!), key).toEqual(
        figuresOf(
          accounts.filter((one) => inUsd(one) && KEYS[by](one).includes(key)),
          span().from,
          spanEnd(),
        ),
      )
  })

  it('are those of one application or agent where the caller asks for it', async () => {
    const of = (wanted: object) => developer.call('fleet_report', { ...span(), currency: 'USD', ...wanted })
    expect(picked((await of({ app: world.apps[1] })).figures)).toEqual(
      figuresOf(
        accounts.filter((one) => inUsd(one) && one.app === world.apps[1]),
        span().from,
        spanEnd(),
      ),
    )
    expect(picked((await of({ agent: world.agents[0] })).figures)).toEqual(
      figuresOf(
        accounts.filter((one) => inUsd(one) && one.agent === world.agents[0]),
        span().from,
        spanEnd(),
      ),
    )
  })
})

describe('the accounts of a bar or a group', () => {
  it('are as many as the bar says, the best or the worst first', async () => {
    const wanted = { ...span(), currency: 'USD' }
    const { rates, drawdowns } = await developer.call('fleet_report', wanted)
    for (const [bar, count] of rates.entries())
      expect((await developer.call('fleet_accounts', { ...wanted, rate_bar: bar })).total).toBe(count)
    for (const [bar, count] of drawdowns.entries())
      expect((await developer.call('fleet_accounts', { ...wanted, drawdown_bar: bar })).total).toBe(count)
    const profits = accounts
      .filter(inUsd)
      .flatMap((one) => replay(one, span().from, spanEnd())?.profit ?? [])
      .sort((a, b) => b - a)
    for (const desc of [true, false]) {
      const { rows, total } = await developer.call('fleet_accounts', { ...wanted, desc, limit: 3 })
      expect(rows.map(({ profit }) => near(profit))).toEqual(
        (desc ? profits : profits.toReversed()).slice(0, 3).map(near),
      )
      expect(total).toBe(accounts.filter(inUsd).length)
    }
    const gold = await developer.call('fleet_accounts', {
      ...wanted,
      by: 'symbol',
      key: 'XAUUSD',
      limit: 100,
    })
    expect(gold.rows.map(({ account_key: key }) => key).sort()).toEqual(
      accounts
        .filter((one) => inUsd(one) && one.symbol.startsWith('XAU'))
        .map(({ key }) => key)
        .sort(),
    )
  })
})

it('the return of all accounts beside one is of its currency', async () => {
  const [first] = accounts.filter(inUsd)
  const order = { ids: [first!.id], fleet: true, ...span() }
  const all = (await developer.call('device_compare', order)).rows.find(({ device }) => device === null)
  const { days } = await developer.call('fleet_report', { ...span(), currency: 'USD' })
  const rates = days.map(({ day }) => figuresOf(accounts.filter(inUsd), day, day + DAY).rate ?? 0)
  const grown = rates.reduce((value, rate) => value * (1 + rate), 1) - 1
  expect(all!.rate.at(-1)).toBeCloseTo(grown, 3)
})

describe('an agent', () => {
  it('sees its own customers alone', async () => {
    const agent = await signIn(world.server, 'east')
    const wanted = { ...span(), currency: 'USD' }
    const own = accounts.filter((one) => inUsd(one) && one.agent === world.agents[0])
    const { figures } = await agent.call('fleet_report', wanted)
    expect(picked(figures)).toEqual(figuresOf(own, span().from, spanEnd()))
    expect((await agent.call('fleet_report', { ...wanted, agent: world.agents[1] })).figures.accounts).toBe(0)
    expect((await agent.call('fleet_groups', { ...wanted, by: 'agent' })).rows.map(({ key }) => key)).toEqual(
      [String(world.agents[0])],
    )
    const { rows } = await agent.call('fleet_accounts', wanted)
    expect(rows.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort())
  })
})

it('an empty and a very long period are refused', async () => {
  for (const [from, to] of [
    [10, 9],
    [0, 500 * DAY],
  ] as const)
    for (const reply of [
      await developer.try('fleet_report', { from, to }),
      await developer.try('fleet_groups', { from, to, by: 'app' }),
      await developer.try('fleet_accounts', { from, to }),
    ])
      expect(reply.code).toBe(422)
})
