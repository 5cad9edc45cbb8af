import { expect, it } from 'vitest'
import type { LiveRow } from './live-row.ts'
import { NO_FILTER, type RowFilter } from './row-filter.ts'
import { NOON, samplePulse, sampleRow } from './sample-device.ts'
import { whole } from './slices.ts'
import { surveyRows } from './totals.ts'

const survey = (...given: Parameters<typeof surveyRows>) => whole(surveyRows(...given))

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
  expect(survey([bySide, flat, unsaid], NO_FILTER).totals).toMatchObject({ positions: 5, unsaid: 1 })
})

it('the totals count a taken order without a later report separately', () => {
  const close = { asked_at: NOON, delivered_at: NOON, confirmed_at: null, repeats: 0 }
  const row = sampleRow(1, { close_all: { ...close, state: 'unreported' } })
  const { totals } = survey([row], NO_FILTER)
  expect(totals).toMatchObject({ asked: 0, delivered: 0, overdue: 0, unreported: 1 })
  expect(totals.states.closing).toBe(1)
})

it('the totals sum the scope, with accounts without a figure as zero', () => {
  const { totals } = survey(rows, NO_FILTER)
  expect(totals).toMatchObject({
    count: 4,
    health: { live: 2, late: 0, silent: 1, closed: 0, never: 1 },
    equity: 2500,
    balance: 2800,
    floating: -250,
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

it('application and server limit the totals, every filter limits the table', () => {
  expect(survey(rows, { ...NO_FILTER, app: 10002 }).totals.count).toBe(1)
  expect(survey(rows, { ...NO_FILTER, server: 'Other' }).totals.count).toBe(1)
  expect(survey(rows, { ...NO_FILTER, state: 'loss', text: 'nobody' }).totals.count).toBe(4)
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
  [{ app: 10001, text: '55@' }, [3]],
] satisfies [Partial<RowFilter>, number[]][])('%j shows the rows %j', (filter, expected) => {
  expect(shown(filter)).toEqual(expected)
})

it('the sums leave out demo accounts, but for a board that has only those', () => {
  const real = sampleRow(1, { app: 10001, telemetry: samplePulse({ equity: 100, float_pnl: 5 }) })
  const demo = sampleRow(2, { app: 10002, telemetry: samplePulse({ equity: 9000, float_pnl: -700 }) })
  const totalsOf = (shown: LiveRow[]) => survey(shown, NO_FILTER, (app) => app === 10002).totals
  expect(totalsOf([real, demo])).toMatchObject({ count: 2, equity: 100, floating: 5 })
  expect(totalsOf([demo])).toMatchObject({ count: 1, equity: 9000, floating: -700 })
})
