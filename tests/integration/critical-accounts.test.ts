import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawdownRisk, figuresCount, marginRisk, worseRisk } from '../../src-server/contract/account-risk.ts'
import { openPositionsOf } from '../../src-server/contract/open-positions.ts'
import type { DeviceRecord } from '../../src-server/contract/records/device.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

/** A Monday noon. */
const MONDAY = Date.parse('2026-11-23T12:00:00Z') / 1000
const FOREVER = 4_102_243_200
let server: TestServer
/** An application with a drawdown threshold of 30, and margin limits of 200 and 120. */
let strict: number
/** An application with the limits of a new one. */
let usual: number
let made = 100

beforeAll(async () => {
  server = await TestServer.start(MONDAY)
  strict = await server.application({
    mt5: { drawdown_threshold: 30, margin_warning: 200, margin_critical: 120 },
  })
  usual = await server.application({})
})
afterAll(() => server.end())

const owner = () => ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
const create = async (app: number, account_key: string) =>
  (await server.act('device_create', { app, account_key, vip: FOREVER })).id
const pulse = (app: number, account_key: string, figures: Record<string, number>) =>
  server.api('mt5pulse', app, { account_key, equity: 1000, positions: 1, symbol: 'XAUUSD', ...figures })

/** The risk of an account as the board shows it: from its record and the server's time. */
function shown({ telemetry, limits, state }: DeviceRecord) {
  if (!figuresCount(state, telemetry?.at ?? 0, server.clock.now())) return 'none'
  const margin = marginRisk(telemetry?.margin_level ?? null, openPositionsOf(telemetry), limits)
  return worseRisk(drawdownRisk(telemetry?.dd ?? null, limits), margin)
}
const board = async () => (await (await owner()).call('device_list', { size: 100, sort: 'id' })).rows
const critical = async () =>
  (await board())
    .filter((row) => shown(row) === 'critical')
    .map(({ account_key: key }) => key)
    .sort()
/** The accounts of high risks of figures. */
const review = async () => {
  const { rows } = await (await owner()).call('risk_list', {})
  const high = rows.filter(
    ({ kind, level }) => (kind === 'drawdown' || kind === 'margin') && level === 'high',
  )
  return [...new Set(high.map(({ subject }) => subject))].sort()
}
const riskAt = async (key: string) => {
  const row = (await board()).find(({ account_key: one }) => one === key)
  return row && shown(row)
}

it.each([
  ['a drawdown below half of the limit', { dd: 14.9 }, 'none'],
  ['a drawdown at half of the limit', { dd: 15 }, 'warning'],
  ['a drawdown at the limit', { dd: 30 }, 'critical'],
  ['a margin level above its warning', { margin_level: 200.1 }, 'none'],
  ['a margin level at its warning', { margin_level: 200 }, 'warning'],
  ['a margin level at its limit', { margin_level: 120 }, 'critical'],
  ['a margin level without positions', { margin_level: 0, positions: 0 }, 'none'],
] as const)('%s is the same on the board and in the review', async (_, figures, expected) => {
  const key = `${++made}@Strict`
  await create(strict, key)
  await pulse(strict, key, figures)
  expect(await riskAt(key)).toBe(expected)
  expect((await review()).includes(key)).toBe(expected === 'critical')
})

it('an application without a threshold uses 20 percent on the board and in the review, and sends nothing', async () => {
  await create(usual, '1@Usual')
  await pulse(usual, '1@Usual', { dd: 20 })
  await create(usual, '2@Usual')
  await pulse(usual, '2@Usual', { dd: 5.8, margin_level: 109 })
  expect(await riskAt('1@Usual')).toBe('critical')
  expect(await riskAt('2@Usual')).toBe('critical')
  expect(await review()).toEqual(await critical())
  const { rows } = await server.act('risk_list', { app: usual })
  expect(rows.filter(({ kind }) => kind === 'drawdown' || kind === 'margin')).toMatchObject([
    { kind: 'drawdown', delivery: null, facts: { dd: 20, threshold: 20 } },
    { kind: 'margin', delivery: null, facts: { margin: 109, threshold: 150 } },
  ])
})

it('an account that recovers is critical in neither', async () => {
  await pulse(usual, '2@Usual', { dd: 5.8, margin_level: 500 })
  expect(await critical()).not.toContain('2@Usual')
  expect(await review()).toEqual(await critical())
})

it('a margin level that stays below its limit is one event', async () => {
  for (const margin of [149, 151, 148, 151]) {
    server.clock.pass(10)
    await pulse(usual, '2@Usual', { margin_level: margin })
  }
  const margin = async () => (await server.act('risk_list', { kind: 'margin', app: usual })).rows[0]
  // 500 re-armed the limit of the first event, and 151 is no recovery.
  await until(async () => (await margin())?.times === 2, 'the second event')
  expect(await margin()).toMatchObject({ times: 2, level: 'medium' })
})

it('lower limits hold at once for accounts that are silent', async () => {
  await create(strict, '7@Silent')
  await pulse(strict, '7@Silent', { dd: 25, margin_level: 130 })
  expect(await riskAt('7@Silent')).toBe('warning')
  await (await owner()).call('app_update', { app: strict, mt5: { drawdown_threshold: 20 } })
  expect(await riskAt('7@Silent')).toBe('critical')
  await until(async () => (await review()).includes('7@Silent'), 'the event of the lower limit')
  await (
    await owner()
  ).call('app_update', { app: strict, mt5: { drawdown_threshold: 30, margin_critical: 140 } })
  expect(await review()).toEqual(await critical())
  expect(await critical()).toContain('7@Silent')
})

it('the nearest rule’s level is the limit, and its firing is in the review', async () => {
  const id = await create(usual, '9@Ruled')
  await pulse(usual, '9@Ruled', { dd: 18 })
  expect(await riskAt('9@Ruled')).toBe('warning')
  const levels = [
    { at: 10, act: 'tell' },
    { at: 15, act: 'pause_add' },
  ] as const
  const rule = { name: 'Strict', place: 'account', account: id, subject: 'drawdown', levels } as const
  const { id: made } = await (await owner()).call('rule_save', { ...rule, levels: [...levels] })
  expect(await riskAt('9@Ruled')).toBe('critical')
  await pulse(usual, '9@Ruled', { dd: 18 })
  await until(async () => {
    const { rows } = await (await owner()).call('risk_list', { kind: 'rule' })
    return rows.some(({ subject, level }) => subject === '9@Ruled' && level === 'high')
  }, 'the firing in the review')
  await (await owner()).call('rule_delete', { rule: made })
  expect(await riskAt('9@Ruled')).toBe('warning')
})

it('a restart changes nothing', async () => {
  const before = await critical()
  await server.close()
  await server.open()
  expect(await critical()).toEqual(before)
  expect(await review()).toEqual(before)
})

it('an expired licence and figures of a week ago are no risk in either', async () => {
  const silent = (await board()).find(({ account_key: key }) => key === '7@Silent')
  await (await owner()).call('device_update', { id: silent?.id ?? 0, disabled: true })
  expect(await critical()).not.toContain('7@Silent')
  expect(await review()).toEqual(await critical())
  server.clock.pass(8 * 86_400)
  expect(await critical()).toEqual([])
  expect(await review()).toEqual([])
})
