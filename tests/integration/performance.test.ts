import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERFORMANCE_PERIODS } from '../../src-server/contract/performance-names.ts'
import { createRandom } from '../simulator/random.ts'
import { SEED } from '../support/seed.ts'
import { DaysModel } from '../support/telemetry/days-model.ts'
import { PulseWorld, type PaidPulse } from '../support/telemetry/pulse-world.ts'
import { sendPulses } from '../support/telemetry/send-pulses.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const DAY = 86_400
const HOUR = 3600
const FOREVER = 4_102_243_200
/** A midnight in UTC, which is the wall clock of the test. */
const BEGIN = 1_699_920_000
const KEY = '66201728@Broker-Live'

let server: TestServer
let app: number
let id: number
const pulses: PaidPulse[] = []
const model = new DaysModel(0)

/** A month of pulses with gaps, payments while positions are open, and a restart in the middle. */
beforeAll(async () => {
  server = await TestServer.start(BEGIN)
  app = await server.application()
  const device = await server.act('device_create', { app, account_key: KEY, vip: FOREVER, label: '张先生' })
  id = device.id
  const random = createRandom(SEED, 'performance')
  const world = new PulseWorld(() => random.next(), [id], BEGIN)
  for (const end of [14, 30]) {
    pulses.push(...(await sendPulses(server, { app, key: KEY }, world.play(BEGIN + end * DAY, 2.5 * HOUR))))
    if (end === 14) {
      await server.close()
      await server.open()
    }
  }
  for (const pulse of pulses) model.add(pulse)
  server.clock.pass(60)
  const last = dayOf(pulses.at(-1)!)
  await until(async () => (await statistics()).periods.all.last === last, 'the last day')
}, 60_000)
afterAll(async () => {
  console.log(`TEST_SEED=${SEED}`)
  await server.end()
})

const dayOf = ({ pulse }: PaidPulse) => model.dayOf(pulse.at)
const statistics = (own: { from?: number; to?: number } = {}) =>
  server.act('device_statistics', { id, ...own })
const near = (value: number) => expect.closeTo(value, 4) as number

/** The days of the raw stream since a day, counted anew: profit without the money that the world paid. */
function replayedDays(from: number) {
  return model.days(id, from, FOREVER).flatMap((own) => {
    const { day, equity, equityFirst, balance, balanceFirst, deposits, withdrawals } = own
    if (equity === null) return []
    const start = equityFirst!
    const profit = equity - start - deposits + withdrawals
    const moved = deposits > 0 || withdrawals > 0
    return {
      day,
      profit,
      realised: balance! - balanceFirst! - deposits + withdrawals,
      rate: profit / (start + deposits),
      deposits,
      withdrawals,
      low: Math.min(0, moved ? profit : own.equityMin! - start),
      high: Math.max(0, moved ? profit : own.equityMax! - start),
    }
  })
}

/** The deepest fall, by a comparison of every day with every later one. */
function replayedFall(days: ReturnType<typeof replayedDays>): number {
  const base = days.map((_, place) => days.slice(0, place).reduce((sum, { profit }) => sum + profit, 0))
  let deepest = 0
  days.forEach((later, j) => {
    const low = base[j]! + later.low
    const close = base[j]! + later.profit
    deepest = Math.max(deepest, -low)
    days.slice(0, j + 1).forEach((earlier, i) => {
      const high = base[i]! + earlier.high
      deepest = Math.max(deepest, high - close, i < j ? high - low : 0)
    })
  })
  return deepest
}

describe('the figures of an account', () => {
  it('equal an independent replay of the raw stream, in every period', async () => {
    const { periods } = await statistics()
    const today = server.clock.now() - (server.clock.now() % DAY)
    const firstDays = { day: 1, week: 7, month: 30, quarter: 90, year: 365, all: 1000 }
    for (const period of PERFORMANCE_PERIODS) {
      const days = replayedDays(today - (firstDays[period] - 1) * DAY)
      const sum = (name: 'profit' | 'realised' | 'deposits' | 'withdrawals') =>
        days.reduce((total, day) => total + day[name], 0)
      const fall = replayedFall(days)
      const figures = periods[period]
      expect(figures, period).toMatchObject({
        days: days.length,
        profit: near(sum('profit')),
        realised: near(sum('realised')),
        floating: near(sum('profit') - sum('realised')),
        deposits: near(sum('deposits')),
        withdrawals: near(sum('withdrawals')),
        rate: near(days.reduce((index, { rate }) => index * (1 + rate), 1) - 1),
        winning: days.filter(({ profit }) => profit > 1e-6).length,
        losing: days.filter(({ profit }) => profit < -1e-6).length,
      })
      expect(figures.drawdown?.size ?? 0, period).toBeCloseTo(fall, 4)
      if (days.length > 1 && fall > 0) {
        expect(figures.recovery).toBeCloseTo(sum('profit') / fall, 4)
        expect(figures.best?.profit).toBeCloseTo(Math.max(...days.map(({ profit }) => profit)), 4)
        expect(figures.worst?.profit).toBeCloseTo(Math.min(...days.map(({ profit }) => profit)), 4)
      }
    }
    expect(periods.all.deposits + periods.all.withdrawals, 'the stream has payments').toBeGreaterThan(0)
  })

  it.each([180, -300])(
    'are those of the broker’s days, whose clock is %i minutes ahead of UTC',
    async (offset) => {
      const brokers = [{ server: 'broker-*', offset, summer: 'none' as const }]
      await server.act('settings_set', { markets: { brokers } })
      const own = new DaysModel(offset)
      for (const pulse of pulses) own.add(pulse)
      const span = { id, from: 0, to: server.clock.now() }
      const { rows, utc_offset } = await server.act('device_days', { ...span, broker_time: true })
      expect(utc_offset).toBe(offset)
      const expected = own.days(id, 0, FOREVER).filter(({ equity }) => equity !== null)
      expect(rows.map(({ day, deposits, withdrawals }) => ({ day, deposits, withdrawals }))).toEqual(
        expected.map(({ day, deposits, withdrawals }) => ({
          day,
          deposits: near(deposits),
          withdrawals: near(withdrawals),
        })),
      )
      expect(rows.map(({ equity }) => equity)).toEqual(expected.map(({ equity }) => near(equity!)))
      const { periods } = await server.act('device_statistics', { id, broker_time: true })
      expect(periods.all.profit).toBeCloseTo((await statistics()).periods.all.profit, 4)
      expect((await server.act('device_days', span)).utc_offset).toBe(0)
      await server.act('settings_set', { markets: { brokers: [] } })
    },
  )

  it('of an own range are those of its days', async () => {
    const [from, to] = [BEGIN + 5 * DAY + 10 * HOUR, BEGIN + 9 * DAY + 5 * HOUR]
    const { own } = await statistics({ from, to })
    const days = replayedDays(BEGIN + 5 * DAY).filter(({ day }) => day <= to)
    expect(own).toMatchObject({
      days: days.length,
      profit: near(days.reduce((sum, { profit }) => sum + profit, 0)),
    })
    const { rows } = await server.act('device_days', { id, from, to })
    expect(rows.map(({ day, profit }) => [day, profit])).toEqual(
      days.map(({ day, profit }) => [day, near(profit)]),
    )
  })

  it('of an empty range are refused', async () => {
    const owner = await server.owner()
    expect(await owner.try('device_statistics', { id, from: 5, to: 4 })).toMatchObject({ code: 422 })
    expect(await owner.try('device_days', { id, from: 5, to: 4 })).toMatchObject({ code: 422 })
  })
})

describe('the comparison', () => {
  it('has the return of each account since the beginning, and of all accounts in sight', async () => {
    const other = await server.act('device_create', { app, account_key: '2@Other', vip: FOREVER })
    const now = server.clock.now()
    const { rows } = await server.act('device_compare', {
      ids: [id, other.id],
      fleet: true,
      from: BEGIN,
      to: now,
    })
    expect(rows.map(({ device, name }) => [device, name])).toEqual([
      [id, '张先生'],
      [other.id, '2@Other'],
      [null, ''],
    ])
    const [own, none, fleet] = rows
    expect(none!.rate).toEqual([])
    expect(own!.rate[0]).toBe(0)
    // The only account with pulses is the whole fleet.
    const { periods } = await statistics()
    expect(fleet!.rate.at(-1)).toBeCloseTo(periods.all.rate, 6)
    await server.act('device_delete', { ids: [other.id] })
  })
})

describe('the exported history', () => {
  async function exported(step: 'days' | 'hour' | 'minute', from: number, to: number): Promise<string[][]> {
    let text = ''
    for (let after = 0; ;) {
      const asked = { id, step, from, to, ...(after > 0 && { after }) }
      const piece = await server.act('device_history_export', asked)
      text += piece.text
      if (piece.next === null) break
      after = piece.next
    }
    return text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  }

  it('has each day once, with its profit in plain form', async () => {
    const [head, ...rows] = await exported('days', 0, FOREVER)
    expect(head?.slice(0, 3)).toEqual(['day', 'profit', 'return'])
    const days = replayedDays(0)
    expect(rows.map(([day]) => day)).toEqual(
      days.map(({ day }) => new Date(day * 1000).toISOString().slice(0, 10)),
    )
    rows.forEach(([, profit], place) => {
      expect(profit).toMatch(/^-?\d+(\.\d+)?(e-\d+)?$/)
      expect(Number(profit)).toBeCloseTo(days[place]!.profit, 4)
    })
  })

  it('has every step of the range once, however many pieces it takes', async () => {
    const hours = (rows: string[][]) => rows.slice(1).map(([time]) => time)
    const inOne = hours(await exported('hour', BEGIN, server.clock.now()))
    const expected = new Set(
      pulses.map(({ pulse }) => new Date((pulse.at - (pulse.at % HOUR)) * 1000).toISOString()),
    )
    expect(inOne).toEqual([...expected])
    // Minutes of a month are 22 pieces. Old minutes are in longer steps.
    const minutes = hours(await exported('minute', BEGIN, server.clock.now()))
    expect(minutes).toEqual([...new Set(minutes)].sort())
    expect(minutes.length).toBeGreaterThan(20)
  })
})
