import { BAND_STARTS, bandOf } from './drawdown-spread.ts'
import { hasState, ROW_STATES, type RowFilter, type RowState } from './row-filter.ts'
import { matcherOf, scopeOf, type RowWorld } from './row-match.ts'
import type { AccountRisk } from '../../../../src-server/contract/account-risk.ts'
import { addMoney, orderMoney, type CurrencySums } from './currency-sums.ts'
import type { LiveRow } from './live-row.ts'
import { SLICE_ROWS, type Slices } from './slices.ts'
import type { Health } from '../../../../src-server/contract/health.ts'

/** Counts and sums of the accounts in scope. */
const NO_SUMS = {
  count: 0,
  positions: 0,
  buyPositions: 0,
  sellPositions: 0,
  asked: 0,
  delivered: 0,
  overdue: 0,
  unreported: 0,
  /** Accounts that pulse and whose program counts no positions: the sums leave them out. */
  unsaid: 0,
}
type Sums = typeof NO_SUMS

/** What the strip above the table says about the accounts in scope. */
export interface Totals extends Sums {
  health: Record<Health, number>
  states: Record<RowState, number>
  /** By currency, the main one first. */
  money: CurrencySums[]
  /** Accounts a band of the drawdown spread. */
  spread: number[]
  /** The accounts of each risk in a band. */
  spreadRisks: Record<AccountRisk, number>[]
  worst: { id: number; login: string; drawdown: number } | null
}

export function emptyTotals(): Totals {
  return {
    ...NO_SUMS,
    health: { live: 0, late: 0, silent: 0, closed: 0, never: 0 },
    states: { all: 0, critical: 0, warning: 0, paused: 0, silent: 0, closing: 0, profit: 0, loss: 0 },
    money: [],
    spread: BAND_STARTS.map(() => 0),
    spreadRisks: BAND_STARTS.map(() => ({ none: 0, warning: 0, critical: 0 })),
    worst: null,
  }
}

/** Sums which demo accounts must not blur. Their money has sums of its own. */
const POSITIONS = ['positions', 'buyPositions', 'sellPositions'] as const

function addPositions(sums: Sums, row: LiveRow): void {
  sums.count++
  sums.positions += row.positions ?? 0
  sums.buyPositions += row.buyPositions ?? 0
  sums.sellPositions += row.sellPositions ?? 0
}

function add(totals: Totals, row: LiveRow): void {
  addPositions(totals, row)
  totals.health[row.health]++
  if (row.positions === null && row.pulsedAt > 0) totals.unsaid++
  for (const state of ROW_STATES) if (hasState(row, state)) totals.states[state]++
  const band = bandOf(row.drawdown)
  if (band !== undefined) {
    totals.spread[band] = (totals.spread[band] ?? 0) + 1
    const risks = totals.spreadRisks[band]
    if (risks !== undefined) risks[row.drawdownRisk]++
  }
  if (row.drawdown !== null && row.drawdown > (totals.worst?.drawdown ?? 0))
    totals.worst = { id: row.id, login: row.login, drawdown: row.drawdown }
  const { state } = row.close
  if (state !== 'none' && state !== 'confirmed') totals[state]++
}

/**
 * One pass: the totals of the scope, and the rows the filter lets through, in no order. Where the scope has real accounts,
 * the sums of positions leave out those of demo applications.
 */
export function* surveyRows(
  rows: Iterable<LiveRow>,
  filter: RowFilter,
  world: RowWorld,
): Slices<{ totals: Totals; matching: LiveRow[] }> {
  const totals = emptyTotals()
  const matching: LiveRow[] = []
  const demo = { ...NO_SUMS }
  const isInScope = scopeOf(filter, world)
  const matches = matcherOf(filter, world)
  let seen = 0
  for (const row of rows) {
    if (++seen % SLICE_ROWS === 0) yield
    if (!isInScope(row)) continue
    add(totals, row)
    const isDemo = world.isDemo(row.app)
    addMoney(totals.money, row, isDemo)
    if (isDemo) addPositions(demo, row)
    if (matches(row)) matching.push(row)
  }
  if (totals.count > demo.count) for (const sum of POSITIONS) totals[sum] -= demo[sum]
  orderMoney(totals.money)
  return { totals, matching }
}

const NO_MONEY = { currency: '', isDemo: false, accounts: 0, equity: 0, balance: 0, floating: 0 }

/** The money of the currency that most accounts have. */
export function mainMoney({ money }: Totals): CurrencySums {
  return money[0] ?? NO_MONEY
}
