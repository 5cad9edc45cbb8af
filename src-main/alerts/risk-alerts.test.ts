import { beforeEach, expect, it } from 'vitest'

import type { HighRisk } from '../server-process/messages.ts'
import { ALERT_TEXTS } from './alert.texts.ts'
import { RiskAlerts } from './risk-alerts.ts'

const risk = (key: string, change: Partial<HighRisk> = {}): HighRisk => ({
  key,
  group: key,
  app: 'Gold grid',
  at: 1000,
  kind: 'drawdown',
  subject: `${key}@Broker`,
  device: 5,
  ...change,
})
let alerts: RiskAlerts

beforeEach(() => {
  alerts = new RiskAlerts(() => ALERT_TEXTS.en)
})

it('reports a new risk once, and leads to its account', () => {
  expect(alerts.look([risk('1')])).toEqual([])
  expect(alerts.look([risk('1'), risk('2', { device: 7 })])).toEqual([
    { title: 'High risk', body: 'Drawdown: 2@Broker', screen: '#/live/7' },
  ])
  expect(alerts.look([risk('1'), risk('2')])).toEqual([])
})

it('reports a risk again when it occurs again', () => {
  alerts.look([])
  expect(alerts.look([risk('1')])).toHaveLength(1)
  expect(alerts.look([])).toEqual([])
  expect(alerts.look([risk('1')])).toHaveLength(1)
})

it('leads to the risk screen for a risk without an account', () => {
  alerts.look([])
  expect(alerts.look([risk('1', { kind: 'keys_exposed', subject: 'Grid', device: null })])).toEqual([
    { title: 'High risk', body: 'Keys exposed: Grid', screen: '#/risk' },
  ])
})

it('reports a kind that it has no word for', () => {
  alerts.look([])
  expect(alerts.look([risk('1', { kind: 'constructor' })])[0]?.body).toBe('1@Broker')
})

it('shows one notification for many risks', () => {
  alerts.look([])
  expect(alerts.look(['1', '2', '3', '4'].map((key) => risk(key)))).toEqual([
    { title: 'High risk', body: '4 new high risks. Click to review them.', screen: '#/risk' },
  ])
})

it('shows one notification for a burst of one cause, however many looks see it', () => {
  alerts.look([])
  const burst = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => risk(`${from + n}`, { group: 'a', at: 1000 + from + n }))
  expect(alerts.look(burst(0, 50))).toEqual([
    { title: 'High risk', body: 'Gold grid: 50 × Drawdown', screen: '#/risk' },
  ])
  expect(alerts.look(burst(0, 100))).toEqual([])
  expect(alerts.look(burst(40, 100))).toEqual([])
})

it('announces a burst that goes on again after 5 minutes', () => {
  const late = risk('2', { group: 'a', at: 1300 })
  alerts.look([])
  alerts.look([risk('1', { group: 'a' })])
  expect(alerts.look([risk('1', { group: 'a' }), { ...late, at: 1299 }])).toEqual([])
  expect(alerts.look([risk('1', { group: 'a' }), { ...late, key: '3' }])).toHaveLength(1)
})

it('has every word in both languages', () => {
  expect(Object.keys(ALERT_TEXTS.zh.kind)).toEqual(Object.keys(ALERT_TEXTS.en.kind))
})
