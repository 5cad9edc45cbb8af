import type { HistoryPoint, TelemetryRecord } from '../../../../src-server/contract/records/device.ts'

/** How far back the chart looks, seconds. */
export const HISTORY_RANGES = {
  '1H': 3600,
  '1D': 86_400,
  '1W': 7 * 86_400,
  '1M': 30 * 86_400,
  '3M': 91 * 86_400,
  '6M': 182 * 86_400,
  '1Y': 365 * 86_400,
} as const
export type HistoryRange = keyof typeof HISTORY_RANGES

/** More than a chart has pixels for would be thrown away. */
export const CHART_POINTS = 600

type Value = number | null

/** The history as uPlot takes it: one array a series, all of one length. Drawdown hangs below zero. */
export interface HistorySeries {
  readonly at: number[]
  readonly equity: Value[]
  readonly low: Value[]
  readonly high: Value[]
  readonly balance: Value[]
  readonly drawdown: Value[]
  readonly dayProfit: Value[]
  readonly pendingOrders: Value[]
  readonly leverage: Value[]
  readonly deposits: number[]
  readonly withdrawals: number[]
}

/** A pause this many times the usual step is a gap in the line, not a straight stretch. */
const GAP_STEPS = 6

function below(drawdown: Value): Value {
  return drawdown === null ? null : drawdown === 0 ? 0 : -drawdown
}

function usualStep(points: readonly HistoryPoint[]): number {
  const steps = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? 0))
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? 0
}

function allOf(series: HistorySeries): Value[][] {
  return Object.values<Value[]>({ ...series })
}

function add(
  series: HistorySeries,
  at: number,
  point: Omit<HistoryPoint, 'at' | 'positions' | 'margin_min'> | null,
): void {
  series.at.push(at)
  series.equity.push(point?.equity ?? null)
  series.low.push(point?.equity_min ?? point?.equity ?? null)
  series.high.push(point?.equity_max ?? point?.equity ?? null)
  series.balance.push(point?.balance ?? null)
  series.drawdown.push(below(point?.dd_max ?? null))
  series.dayProfit.push(point?.day_profit ?? null)
  series.pendingOrders.push(point?.pending_orders ?? null)
  series.leverage.push(point?.leverage ?? null)
  series.deposits.push(point?.deposits ?? 0)
  series.withdrawals.push(point?.withdrawals ?? 0)
}

export function emptySeries(): HistorySeries {
  return {
    ...{ at: [], equity: [], low: [], high: [], balance: [], drawdown: [] },
    ...{ dayProfit: [], pendingOrders: [], leverage: [], deposits: [], withdrawals: [] },
  }
}

/** @param points oldest first */
export function seriesOf(points: readonly HistoryPoint[]): HistorySeries {
  const series = emptySeries()
  const gap = usualStep(points) * GAP_STEPS
  let last: number | undefined
  for (const point of points) {
    if (last !== undefined && gap > 0 && point.at - last > gap) add(series, last + 1, null)
    add(series, point.at, point)
    last = point.at
  }
  return series
}

export interface LivePoint {
  readonly at: number
  readonly equity: Value
  readonly balance: Value
  readonly drawdown: Value
  readonly more: TelemetryRecord['more']
}

/**
 * Continues the line with the latest pulse. Inside `step` seconds the last point moves, so that a day's chart doesn't
 * grow a point a second.
 * @returns whether something was drawn
 */
export function continueSeries(series: HistorySeries, pulse: LivePoint, step: number): boolean {
  const last = series.at.length - 1
  const lastAt = series.at[last] ?? 0
  if (pulse.at <= lastAt || pulse.equity === null) return false
  const before = series.at[last - 1]
  const moves = last > 0 && before !== undefined && pulse.at - before < step
  // The money that moved within the step stays in it.
  const deposits = moves ? (series.deposits[last] ?? 0) : 0
  const withdrawals = moves ? (series.withdrawals[last] ?? 0) : 0
  if (moves) for (const values of allOf(series)) values.pop()
  add(series, pulse.at, {
    equity: pulse.equity,
    equity_min: pulse.equity,
    equity_max: pulse.equity,
    balance: pulse.balance,
    dd_max: pulse.drawdown,
    day_profit: pulse.more?.day_profit ?? null,
    pending_orders: pulse.more?.pending_orders ?? null,
    leverage: pulse.more?.leverage ?? null,
    deposits,
    withdrawals,
  })
  return true
}
