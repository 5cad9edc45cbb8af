import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionOutput } from '../../src-server/contract/actions/index.ts'
import { MAX_OPEN_REPORT_LINKS } from '../../src-server/contract/performance-names.ts'
import { ruleInput } from '../support/rule-input.ts'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
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

/** Two days of an account with an open position: 1,000 became 1,100 and then 1,210. */
beforeAll(async () => {
  server = await TestServer.start(BEGIN + 20 * HOUR)
  await trustOwnHeaders(server)
  app = await server.application()
  const device = await server.act('device_create', { app, account_key: KEY, vip: FOREVER, label: '张先生' })
  id = device.id
  for (const [seconds, equity] of [
    [20 * HOUR, 1000],
    [21 * HOUR, 1100],
    [DAY, 1210],
  ] as const) {
    server.clock.pass(BEGIN + seconds - server.clock.now())
    await server.api('mt5pulse', app, { account_key: KEY, equity, balance: 1000, positions: 1 })
  }
  const isThere = async () => (await server.act('device_statistics', { id })).periods.all.days === 2
  await until(isThere, 'both days')
})
afterAll(() => server.end())

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
    expect(await marksOf(0, BEGIN + 20 * HOUR)).toEqual([[BEGIN + 20 * HOUR, 'licence', 'created']])
  })

  it('tell alerts and firings of rules, whose names agents do not see', async () => {
    await server.act('rule_save', ruleInput({ name: 'Gold stop', app, levels: [{ at: 20, act: 'tell' }] }))
    const agent = await addOperator(server, 'rule agent', 'agent')
    const ruled = await server.act('device_create', { app, account_key: '4@Rule', vip: FOREVER, agent })
    const from = server.clock.now()
    server.clock.pass(5)
    await server.api('mt5pulse', app, { account_key: '4@Rule', equity: 600, balance: 1000, positions: 1 })
    const found = await until(async () => {
      const { rows } = await server.act('device_marks', { id: ruled.id, from, to: server.clock.now() })
      return rows.find(({ kind }) => kind === 'rule')
    }, 'the firing')
    expect(found).toMatchObject({ what: 'tell', text: 'Gold stop', value: 40 })
    const client = await signIn(server, 'rule agent')
    const { rows } = await client.call('device_marks', { id: ruled.id, from, to: server.clock.now() })
    expect(rows.find(({ kind }) => kind === 'rule')).toMatchObject({ what: 'tell', text: '' })
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
    expect(report.statistics).toMatchObject({ days: 2, profit: 210, deposits: 0 })
    expect(report.statistics.rate).toBeCloseTo(0.21, 9)
    expect(report.curve.map(({ at, equity }) => [at, equity])).toEqual([
      [BEGIN, 1100],
      [BEGIN + DAY, 1210],
    ])
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
