import { describe, expect, it } from 'vitest'
import { applyChange, type LiveRow } from './live-row.ts'
import { NO_FILTER, type RowFilter } from './row-filter.ts'
import type { RowWorld } from './row-match.ts'
import { CONTEXT, MORE, NOON, samplePulse, sampleRow } from './sample-device.ts'
import { whole } from './slices.ts'
import { surveyRows } from './totals.ts'

const WORLD: RowWorld = {
  isDemo: () => false,
  withBelow: (agent) => new Set(agent === 7 ? [7, 8, 9] : [agent]),
  agentsNamed: (word) => new Set('上海一部'.includes(word) ? [7] : []),
  appsNamed: (word) => new Set('黄金网格 gold'.includes(word) ? [10002] : []),
  watched: new Set([1, 3]),
}
const survey = (of: readonly LiveRow[], filter = NO_FILTER, world: Partial<RowWorld> = {}) =>
  whole(surveyRows(of, filter, { ...WORLD, ...world }))
const rows: LiveRow[] = [
  sampleRow(1, { telemetry: samplePulse({ equity: 900, balance: 1000, float_pnl: -100, dd: 10 }) }),
  sampleRow(2, {
    label: 'Zhang Min',
    app: 10002,
    telemetry: samplePulse({
      equity: 600,
      balance: 800,
      float_pnl: -200,
      dd: 25,
      positions: 5,
      buy_pos: 5,
      sell_pos: 0,
    }),
    close_all: { state: 'asked', asked_at: NOON, delivered_at: null, confirmed_at: null, repeats: 0 },
  }),
  sampleRow(3, {
    account_key: '55@Other',
    pause_add: true,
    telemetry: samplePulse({ float_pnl: 50, positions: null, buy_pos: null, sell_pos: null, at: NOON - 500 }),
  }),
  sampleRow(4, {}),
]
const shown = (filter: Partial<RowFilter>) =>
  survey(rows, { ...NO_FILTER, ...filter }).matching.map((row) => row.id)

it('the totals count positions by side where a program reports them so, and the accounts without a report', () => {
  const bySide = sampleRow(1, { telemetry: samplePulse({ positions: null, buy_pos: 2, sell_pos: 3 }) })
  const flat = sampleRow(2, { telemetry: samplePulse({ positions: null, buy_pos: 0, sell_pos: 0 }) })
  const unsaid = sampleRow(3, { telemetry: samplePulse({ positions: null, buy_pos: 0, sell_pos: null }) })
  expect([bySide, flat, unsaid].map((row) => row.positions)).toEqual([5, 0, null])
  expect(survey([bySide, flat, unsaid]).totals).toMatchObject({ positions: 5, unsaid: 1 })
})

it('the totals count a taken order without a later report separately', () => {
  const close = { asked_at: NOON, delivered_at: NOON, confirmed_at: null, repeats: 0 }
  const row = sampleRow(1, { close_all: { ...close, state: 'unreported' } })
  const { totals } = survey([row])
  expect(totals).toMatchObject({ asked: 0, delivered: 0, overdue: 0, unreported: 1 })
  expect(totals.states.closing).toBe(1)
})

it('the totals sum the scope, with accounts without a figure as zero', () => {
  const { totals } = survey(rows)
  expect(totals).toMatchObject({
    count: 4,
    health: { live: 2, late: 0, silent: 1, closed: 0, never: 1 },
    money: [{ currency: '', isDemo: false, accounts: 4, equity: 2500, balance: 2800, floating: -250 }],
    positions: 7,
    buyPositions: 6,
    sellPositions: 1,
    worst: { id: 2, drawdown: 25 },
    asked: 1,
    delivered: 0,
    overdue: 0,
    unreported: 0,
    unsaid: 1,
  })
  expect(totals.states).toEqual({
    all: 4,
    critical: 1,
    warning: 1,
    paused: 1,
    silent: 1,
    closing: 1,
    profit: 1,
    loss: 2,
  })
  expect(totals.spread).toEqual([1, 0, 1, 0, 1, 0])
})

it('picked values and the watch list limit the totals, every filter limits the table', () => {
  const countOf = (filter: Partial<RowFilter>) => survey(rows, { ...NO_FILTER, ...filter }).totals.count
  expect(countOf({ picked: { app: '10002' } })).toBe(1)
  expect(countOf({ picked: { server: 'Other' } })).toBe(1)
  expect(countOf({ watched: true })).toBe(2)
  expect(countOf({ state: 'loss', text: 'nobody' })).toBe(4)
})

it.each([
  [{ state: 'critical' }, [2]],
  [{ state: 'loss' }, [1, 2]],
  [{ state: 'silent' }, [3]],
  [{ band: 2 }, [1]],
  [{ band: 0, state: 'profit' }, [3]],
  [{ text: 'ZHANG 7000002' }, [2]],
  [{ text: 'zhang other' }, []],
  [{ text: '  ' }, [1, 2, 3, 4]],
  [{ picked: { app: '10001' }, text: '55@' }, [3]],
  [{ picked: { symbol: 'XAUUSD', server: 'Other' } }, [3]],
  [{ watched: true }, [1, 3]],
  [{ watched: true, state: 'loss' }, [1]],
] satisfies [Partial<RowFilter>, number[]][])('%j shows the rows %j', (filter, expected) => {
  expect(shown(filter)).toEqual(expected)
})

it('the money of demo accounts has sums of its own, after the others', () => {
  const real = sampleRow(1, { app: 10001, telemetry: samplePulse({ equity: 100, float_pnl: 5 }) })
  const demo = sampleRow(2, { app: 10002, telemetry: samplePulse({ equity: 9000, float_pnl: -700 }) })
  const totalsOf = (shown: LiveRow[]) => survey(shown, NO_FILTER, { isDemo: (app) => app === 10002 }).totals
  const ofReal = { isDemo: false, accounts: 1, equity: 100, floating: 5 }
  const ofDemo = { isDemo: true, accounts: 1, equity: 9000, floating: -700 }
  expect(totalsOf([demo, demo, real])).toMatchObject({ positions: 2, money: [ofReal, { accounts: 2 }] })
  expect(totalsOf([demo])).toMatchObject({ positions: 2, money: [ofDemo] })
})

describe('a row', () => {
  const row = sampleRow(5, {
    account_key: '88001122@Alpha-Live',
    app: 10002,
    agent: 7,
    label: '张伟',
    license: 'ABCD-EFGH',
    note: 'calls on Mondays',
    tags: ['VIP', '上海'],
    telemetry: samplePulse({ symbol: 'GBPJPY', more: { ...MORE, program_version: '3.14' } }),
  })
  const finds = (text: string) => survey([row], { ...NO_FILTER, text }).matching.length === 1

  it.each([
    ['its number and server', '88001122 alpha-live'],
    ['its label', '张伟'],
    ['its code', 'abcd-'],
    ['its note', 'mondays'],
    ['a tag', 'vip'],
    ['its symbol', 'gbpjpy'],
    ['its version', '3.14'],
    ["its agent's name", '一部'],
    ["its application's name", '黄金网格'],
    ['words of different members', 'GBPJPY  上海一部 vip'],
  ])('is found by %s', (_, text) => {
    expect(finds(text)).toBe(true)
  })

  it('is not found when one of the words is nowhere, or only across two texts', () => {
    expect(finds('gbpjpy nobody')).toBe(false)
    expect(finds('vip上海')).toBe(false)
  })

  it('is found by its new texts after a change, and no longer by the old ones', () => {
    applyChange(row, { id: 5, note: 'left', tags: [], label: 'Li Na' }, CONTEXT)
    applyChange(row, { id: 5, telemetry: samplePulse({ symbol: 'EURUSD', at: NOON + 1 }) }, CONTEXT)
    expect(['left', 'li na', 'eurusd', '88001122'].map(finds)).toEqual([true, true, true, true])
    expect(['mondays', 'vip', '张伟', 'gbpjpy', '3.14'].map(finds)).toEqual(Array(5).fill(false))
  })
})

it.each([
  [{ agent: '7' }, [1, 2]],
  [{ agent: '8' }, [2]],
  [{ agent: '' }, [3, 4]],
  [{ tag: 'vip' }, [1, 3]],
  [{ tag: '' }, [2, 4]],
  [{ version: '2.0', tag: 'vip' }, [3]],
] satisfies [RowFilter['picked'], number[]][])('the pick %j shows the rows %j', (picked, expected) => {
  const withVersion = samplePulse({ more: { ...MORE, program_version: '2.0' } })
  const those = [
    sampleRow(1, { agent: 7, tags: ['gold', 'vip'] }),
    sampleRow(2, { agent: 8 }),
    sampleRow(3, { tags: ['vip'], telemetry: withVersion }),
    sampleRow(4, { telemetry: withVersion }),
  ]
  expect(survey(those, { ...NO_FILTER, picked }).matching.map(({ id }) => id)).toEqual(expected)
})
