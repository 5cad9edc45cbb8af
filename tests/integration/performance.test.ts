import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionOutput } from '../../src-server/contract/actions/index.ts'
import { MAX_OPEN_REPORT_LINKS, PERFORMANCE_PERIODS } from '../../src-server/contract/performance-names.ts'
import { createRandom } from '../simulator/random.ts'
import { ruleInput } from '../support/rule-input.ts'
import { SEED } from '../support/seed.ts'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
import { PulseWorld, type PaidPulse } from '../support/telemetry/pulse-world.ts'
import { sendPulses } from '../support/telemetry/send-pulses.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { addOperator, signIn } from './operators.ts'

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

/** A month of pulses with gaps, payments while positions are open, and a restart in the middle. */
beforeAll(async () => {
  server = await TestServer.start(BEGIN)
  await trustOwnHeaders(server)
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
  server.clock.pass(60)
  const last = dayOf(pulses.at(-1)!)
  await until(async () => (await statistics()).periods.all.last === last, 'the last day')
}, 60_000)
afterAll(async () => {
  console.log(`TEST_SEED=${SEED}`)
  await server.end()
})

const dayOf = ({ pulse }: PaidPulse) => pulse.at - (pulse.at % DAY)
const statistics = (own: { from?: number; to?: number } = {}) =>
  server.act('device_statistics', { id, ...own })
const near = (value: number) => expect.closeTo(value, 4) as number

/** The days of the raw stream since a day, counted anew: profit without the money that the world paid. */
function replayedDays(from: number) {
  const known = pulses.filter(({ pulse }) => !Number.isNaN(pulse.equity))
  return [...new Set(known.map(dayOf))]
    .filter((day) => day >= from)
    .map((day) => {
      const own = known.filter((one) => dayOf(one) === day)
      const all = pulses.filter((one) => dayOf(one) === day)
      const before = known.findLast(({ pulse }) => pulse.at < day) ?? own[0]!
      const balanceBefore = pulses.findLast(({ pulse }) => pulse.at < day) ?? all[0]!
      const paid = (sign: number) =>
        all.reduce((sum, one) => sum + (Math.sign(one.paid) === sign ? Math.abs(one.paid) : 0), 0)
      const [deposits, withdrawals] = [paid(1), paid(-1)]
      const equities = own.map(({ pulse }) => pulse.equity)
      const start = before.pulse.equity
      const profit = equities.at(-1)! - start - deposits + withdrawals
      const moved = deposits > 0 || withdrawals > 0
      return {
        day,
        profit,
        realised: all.at(-1)!.pulse.balance - balanceBefore.pulse.balance - deposits + withdrawals,
        rate: profit / (start + deposits),
        deposits,
        withdrawals,
        low: moved ? Math.min(0, profit) : Math.min(0, ...equities.map((equity) => equity - start)),
        high: moved ? Math.max(0, profit) : Math.max(0, ...equities.map((equity) => equity - start)),
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

describe('marks', () => {
  const marksOf = async (from: number, to: number) =>
    (await server.act('device_marks', { id, from, to })).rows.map(({ at, kind, what }) => [at, kind, what])

  it('tell commands, pauses, the licence and notes in their order', async () => {
    const from = server.clock.now() + 1
    const step = async (act: () => Promise<unknown>): Promise<number> => {
      server.clock.pass(10)
      await act()
      return server.clock.now()
    }
    const positions = (count: number) => server.api('mt5pulse', app, { account_key: KEY, positions: count })
    const control = (input: object) => server.act('device_control', { ids: [id], ...input })
    const paused = await step(() => control({ pause_open: true }))
    const both = await step(() => control({ pause_add: true }))
    const resumed = await step(() => control({ pause_open: false, pause_add: false }))
    const shortened = await step(() => server.act('device_update', { id, vip: from + DAY }))
    const renewed = await step(() => server.act('device_extend', { ids: [id], seconds: DAY }))
    const disabled = await step(() => server.act('device_update', { id, disabled: true }))
    const enabled = await step(() => server.act('device_update', { id, disabled: false }))
    await step(() => positions(2))
    const asked = await step(() => control({ close_all: true, reason: 'news' }))
    const delivered = await step(() => positions(2))
    const isFlat = async () => (await server.act('device_get', { id })).close_all.state === 'confirmed'
    const flat = await step(async () => {
      await positions(0)
      await until(isFlat, 'the end of the command')
    })
    const noted = await step(() =>
      server.act('device_note_save', { id, at: server.clock.now(), text: 'called the customer' }),
    )
    const group = { group: { ids: [id] }, accounts: 1, reason: 'weekend' }
    const grouped = await step(() => server.act('group_pause', group))
    expect(await marksOf(from, server.clock.now())).toEqual([
      [paused, 'pause', 'pause_open'],
      [both, 'pause', 'pause_both'],
      [resumed, 'pause', 'resumed'],
      [shortened, 'licence', 'shortened'],
      [renewed, 'licence', 'renewed'],
      [disabled, 'licence', 'disabled'],
      [enabled, 'licence', 'enabled'],
      [asked, 'command', 'asked'],
      [delivered, 'command', 'delivered'],
      [flat, 'command', 'confirmed'],
      [noted, 'note', 'note'],
      [grouped, 'pause', 'pause_open'],
    ])
    expect(await marksOf(paused, paused)).toEqual([[paused, 'pause', 'pause_open']])
    expect(await marksOf(0, BEGIN + 1)).toContainEqual([BEGIN, 'licence', 'created'])
  })

  it('tell alerts and firings of rules, whose names agents do not see', async () => {
    await server.act('rule_save', ruleInput({ name: 'Gold stop', app, levels: [{ at: 20, act: 'tell' }] }))
    const from = server.clock.now()
    server.clock.pass(5)
    await server.api('mt5pulse', app, { account_key: KEY, equity: 600, balance: 1000, positions: 1 })
    const found = await until(async () => {
      const { rows } = await server.act('device_marks', { id, from, to: server.clock.now() })
      return rows.find(({ kind }) => kind === 'rule')
    }, 'the firing')
    expect(found).toMatchObject({ what: 'tell', text: 'Gold stop', value: 40 })
  })
})

describe('notes', () => {
  it('are changed by their writer and by the developer, never by another agent', async () => {
    const agent = await addOperator(server, 'noting agent', 'agent')
    const client = await signIn(server, 'noting agent')
    await server.act('device_update', { id, agent })
    const mine = await client.call('device_note_save', { id, at: 5, text: '  客户想加仓 ' })
    expect(mine).toMatchObject({ at: 5, text: '客户想加仓', by: 'noting agent', is_own: true })
    const theirs = await server.act('device_note_save', { id, at: 6, text: 'of the owner' })
    expect(await client.try('device_note_save', { id, note: theirs.id, at: 6, text: 'x' })).toMatchObject({
      code: 403,
    })
    expect(await client.try('device_note_delete', { note: theirs.id })).toMatchObject({ code: 403 })
    expect((await client.call('device_note_list', { id })).rows.map(({ is_own: own }) => own)).toContain(
      false,
    )
    await server.act('device_note_save', { id, note: mine.id, at: 7, text: 'changed' })
    await client.call('device_note_delete', { note: mine.id })
    expect(await client.try('device_note_delete', { note: mine.id })).toMatchObject({ code: 404 })
    const { id: other } = await server.act('device_create', { app, account_key: '3@Other', vip: FOREVER })
    const owner = await server.owner()
    const elsewhere = { id: other, note: theirs.id, at: 1, text: 'x' }
    expect(await owner.try('device_note_save', elsewhere)).toMatchObject({ code: 404 })
    expect(await owner.try('device_note_save', { id, at: 1, text: '   ' })).toMatchObject({ code: 422 })
  })
})

describe('a link to a report', () => {
  type Heading = 'full' | 'label' | 'masked' | 'none'
  type Report = ActionOutput<'device_report'>
  const make = (order: { heading?: Heading; live?: boolean; seconds?: number } = {}) =>
    server.act('report_link_create', {
      ...{ id, from: BEGIN, to: BEGIN + 10 * DAY, heading: 'masked', live: false, seconds: HOUR },
      ...order,
    })
  const tokenOf = ({ url }: { url: string }) => url.split('#/report/')[1] ?? ''
  const open = async (link: { url: string }) => {
    const { code, msg, text } = await visit(server, 'report', { token: tokenOf(link) })
    return { code, text, ...(msg as { report: Report; live: boolean; expires_at: number }) }
  }
  const linkOf = async (wanted: number) =>
    (await server.act('report_link_list', { id })).rows.find((link) => link.id === wanted)

  it('shows the report without a sign-in, counts its views, and names nothing that it hides', async () => {
    const link = await make()
    expect(tokenOf(link)).toMatch(/^[\w-]{43}$/)
    const { code, report, live, expires_at: end, text } = await open(link)
    expect({ code, live, end }).toEqual({ code: 200, live: false, end: server.clock.now() + HOUR })
    expect(report).toMatchObject({ heading: '6****8', from: BEGIN, to: BEGIN + 10 * DAY })
    const days = replayedDays(BEGIN).filter(({ day }) => day <= BEGIN + 10 * DAY)
    expect(report.statistics.profit).toBeCloseTo(
      days.reduce((sum, { profit }) => sum + profit, 0),
      4,
    )
    expect(report.curve.map(({ at }) => at)).toEqual(days.map(({ day }) => day))
    expect(report.months.map(({ month }) => month)).toEqual(['2023-11'])
    for (const hidden of ['66201728', 'Broker-Live', '张先生', 'Gold Grid'])
      expect(text).not.toContain(hidden)
    await open(link)
    expect(await linkOf(link.link.id)).toMatchObject({
      views: 2,
      last_viewed_at: server.clock.now(),
      state: 'open',
    })
  })

  it('names the account as its creator chose', async () => {
    const headings = await Promise.all(
      (['full', 'label', 'none'] as const).map(
        async (heading) => (await open(await make({ heading }))).report.heading,
      ),
    )
    expect(headings).toEqual([KEY, '张先生', ''])
  })

  it('is frozen at its creation, or follows the account until it ends', async () => {
    const [frozen, live] = [await make(), await make({ live: true, seconds: 2 * HOUR })]
    const before = await open(frozen)
    await server.api('mt5pulse', app, {
      account_key: KEY,
      equity: 12_345.67,
      balance: 12_345.67,
      positions: 0,
    })
    await until(async () => (await open(live)).report.curve.at(-1)?.equity === 12_345.67, 'the live report')
    expect((await open(frozen)).report).toEqual(before.report)
    expect((await open(live)).live).toBe(true)
    server.clock.pass(HOUR)
    expect(await open(frozen)).toMatchObject({ code: 201 })
    expect(await open(live)).toMatchObject({ code: 200 })
    server.clock.pass(HOUR)
    expect(await open(live)).toMatchObject({ code: 201 })
  })

  it('ends where it is revoked, and where the account is deleted', async () => {
    const owner = await server.owner()
    const { link, url } = await make()
    await server.act('report_link_revoke', { link: link.id })
    expect(await open({ url })).toMatchObject({ code: 201 })
    expect(await owner.try('report_link_revoke', { link: link.id })).toMatchObject({ code: 404 })
    const { id: gone } = await server.act('device_create', { app, account_key: '9@Gone', vip: FOREVER })
    const order = { id: gone, from: 0, to: 1, heading: 'full', live: true, seconds: HOUR } as const
    const ofGone = await server.act('report_link_create', order)
    expect(await open(ofGone)).toMatchObject({ code: 200 })
    await server.act('device_delete', { ids: [gone] })
    expect(await open(ofGone)).toMatchObject({ code: 201 })
  })

  it('lasts an hour to 90 days, and an account has a limited number of open ones', async () => {
    const owner = await server.owner()
    const order = { id, from: 0, to: 1, heading: 'none', live: true }
    for (const seconds of [HOUR - 1, 90 * DAY + 1])
      expect(await owner.try('report_link_create', { ...order, seconds })).toMatchObject({ code: 422 })
    const { id: other } = await server.act('device_create', { app, account_key: '8@Many', vip: FOREVER })
    for (let made = 0; made < MAX_OPEN_REPORT_LINKS; made++)
      await owner.call('report_link_create', { ...order, id: other, heading: 'none', seconds: HOUR })
    expect(await owner.try('report_link_create', { ...order, id: other, seconds: HOUR })).toMatchObject({
      code: 409,
    })
  })

  it('is limited for strangers who guess', async () => {
    const from = '192.0.2.77'
    const guess = () => visit(server, 'report', { token: 'x'.repeat(43) }, { from })
    const replies = []
    for (let made = 0; made < 21; made++) replies.push((await guess()).code)
    expect(replies[0]).toBe(201)
    expect(replies.at(-1)).toBe(429)
  })
})
