import { healthOf, type Health } from '../../../../src-server/contract/health.ts'
import type { Markets } from '../../../../src-server/contract/markets/markets.ts'
import { openPositionsOf } from '../../../../src-server/contract/open-positions.ts'
import type { DeviceChange } from '../../../../src-server/contract/live.ts'
import type {
  CloseAllRecord,
  DeviceRecord,
  DeviceState,
  TelemetryRecord,
  TerminalRecord,
} from '../../../../src-server/contract/records/device.ts'
import { splitAccountKey } from '../../../subjects/devices/account-key.ts'
import {
  drawdownRisk,
  marginRisk,
  worseRisk,
  figuresCount,
  type AccountRisk,
  type RiskLimits,
} from '../../../../src-server/contract/account-risk.ts'
import { createSparkRing, placeSpark, type SparkRing } from './spark-ring.ts'

/**
 * One account of the live table. Plain and never made reactive: the stream writes into it thousands of times a second,
 * and `version` tells the grid that it did. Times are Unix seconds of the server's clock.
 */
export interface LiveRow {
  readonly id: number
  app: number
  accountKey: string
  login: string
  server: string
  label: string
  license: string
  note: string
  tags: readonly string[]
  /** The values of the fields that the vendor defined, by the field's number. */
  fields: Readonly<Record<string, string>>
  agent: number | null
  vip: number
  state: DeviceState
  disableReason: string
  debug: boolean
  createdAt: number
  equity: number | null
  balance: number | null
  drawdown: number | null
  /** The drawdown is by balance and equity, not by the program. */
  isDrawdownComputed: boolean
  /** Open ones, by whatever the program counts; null where it counts none. */
  positions: number | null
  buyPositions: number | null
  sellPositions: number | null
  floating: number | null
  marginLevel: number | null
  symbol: string
  /** The additional figures of newer programs. */
  more: TelemetryRecord['more']
  /** The last pulse, 0 before the first. */
  pulsedAt: number
  /** Seconds between pulses, 0 for unknown. */
  interval: number
  pauseOpen: boolean
  pauseAdd: boolean
  /** When the switch was last seen to move; 0 once the terminal pulsed after it. */
  openMovedAt: number
  addMovedAt: number
  close: CloseAllRecord
  /** The terminals that report for the account, where there are several. */
  terminals: readonly TerminalRecord[]
  health: Health
  limits: RiskLimits
  drawdownRisk: AccountRisk
  marginRisk: AccountRisk
  risk: AccountRisk
  readonly spark: SparkRing
  /** Everything that the search looks in, lower case. undefined until a search needs it after a change. */
  haystack: string | undefined
  version: number
}

/** What a row needs to know of the world to be judged. */
export interface RowContext {
  readonly now: number
  readonly markets: Markets
}

export function createRow(record: DeviceRecord, context: RowContext): LiveRow {
  const row: LiveRow = {
    id: record.id,
    app: record.app,
    accountKey: record.account_key,
    login: '',
    server: '',
    label: record.label,
    license: record.license,
    note: record.note,
    tags: record.tags,
    fields: record.fields,
    agent: record.agent,
    vip: record.vip,
    state: record.state,
    disableReason: record.disable_reason,
    debug: record.debug,
    createdAt: record.created_at,
    equity: null,
    balance: null,
    drawdown: null,
    isDrawdownComputed: false,
    positions: null,
    buyPositions: null,
    sellPositions: null,
    floating: null,
    marginLevel: null,
    symbol: '',
    more: null,
    pulsedAt: 0,
    interval: 0,
    pauseOpen: record.pause_open,
    pauseAdd: record.pause_add,
    openMovedAt: 0,
    addMovedAt: 0,
    close: record.close_all,
    terminals: record.terminals,
    limits: record.limits,
    health: 'never',
    drawdownRisk: 'none',
    marginRisk: 'none',
    risk: 'none',
    spark: createSparkRing(),
    haystack: undefined,
    version: 0,
  }
  applyChange(row, record, context)
  return row
}

/** A telemetry older than the row's is dropped: a page read before the stream began may arrive after it. */
function applyTelemetry(row: LiveRow, pulse: TelemetryRecord): void {
  if (pulse.at < row.pulsedAt) return
  row.equity = pulse.equity
  row.balance = pulse.balance
  row.drawdown = pulse.dd
  row.isDrawdownComputed = pulse.dd_computed
  row.positions = openPositionsOf(pulse)
  row.buyPositions = pulse.buy_pos
  row.sellPositions = pulse.sell_pos
  row.floating = pulse.float_pnl
  row.marginLevel = pulse.margin_level
  if (pulse.symbol !== row.symbol || pulse.more?.program_version !== row.more?.program_version)
    row.haystack = undefined
  row.symbol = pulse.symbol
  row.more = pulse.more
  row.pulsedAt = pulse.at
  row.interval = pulse.interval
  if (pulse.at > row.openMovedAt) row.openMovedAt = 0
  if (pulse.at > row.addMovedAt) row.addMovedAt = 0
  if (pulse.equity !== null) placeSpark(row.spark, pulse.equity, pulse.at)
}

export function applyChange(row: LiveRow, change: DeviceChange, context: RowContext): void {
  if (change.app !== undefined) row.app = change.app
  if (change.license !== undefined) row.license = change.license
  if (change.agent !== undefined) row.agent = change.agent
  if (change.note !== undefined) row.note = change.note
  if (change.tags !== undefined) row.tags = change.tags
  if (change.fields !== undefined) row.fields = change.fields
  if (change.label !== undefined) row.label = change.label
  if (change.vip !== undefined) row.vip = change.vip
  if (change.state !== undefined) row.state = change.state
  if (change.disable_reason !== undefined) row.disableReason = change.disable_reason
  if (change.debug !== undefined) row.debug = change.debug
  if (change.close_all !== undefined) row.close = change.close_all
  if (change.terminals !== undefined) row.terminals = change.terminals
  if (change.limits !== undefined) row.limits = change.limits
  movePauses(row, change.pause_open, change.pause_add, context.now)
  if (change.telemetry) applyTelemetry(row, change.telemetry)
  if (change.account_key !== undefined) {
    row.accountKey = change.account_key
    Object.assign(row, splitAccountKey(row.accountKey))
  }
  if (SEARCHED.some((member) => change[member] !== undefined)) row.haystack = undefined
  judgeRow(row, context)
  row.version++
}

/** Members whose texts the search looks in, besides those of a pulse. */
const SEARCHED = ['account_key', 'label', 'license', 'note', 'tags', 'fields'] as const

/** The texts that the search looks in, lower case. Words never match across two of them. */
export function wordsOf(row: LiveRow): string {
  row.haystack ??= [
    row.accountKey,
    row.label,
    row.license,
    row.note,
    ...row.tags,
    ...Object.values(row.fields),
    row.symbol,
    row.more?.program_version ?? '',
  ]
    .join('\n')
    .toLowerCase()
  return row.haystack
}

export function movePauses(
  row: LiveRow,
  open: boolean | undefined,
  add: boolean | undefined,
  now: number,
): void {
  if (open !== undefined && open !== row.pauseOpen) {
    row.pauseOpen = open
    row.openMovedAt = now
  }
  if (add !== undefined && add !== row.pauseAdd) {
    row.pauseAdd = add
    row.addMovedAt = now
  }
}

function lastPulse({ pulsedAt: at, interval, symbol }: LiveRow) {
  return { at, interval, symbol }
}

/** Sets health and risk; says whether one of them became another. */
export function judgeRow(row: LiveRow, context: RowContext): boolean {
  const health = healthOf(row.accountKey, lastPulse(row), context.now, context.markets)
  const counts = figuresCount(row.state, row.pulsedAt, context.now)
  row.drawdownRisk = counts ? drawdownRisk(row.drawdown, row.limits) : 'none'
  row.marginRisk = counts ? marginRisk(row.marginLevel, row.positions, row.limits) : 'none'
  const risk = worseRisk(row.drawdownRisk, row.marginRisk)
  const changed = health !== row.health || risk !== row.risk
  row.health = health
  row.risk = risk
  return changed
}

export function isPaused(row: LiveRow): boolean {
  return row.pauseOpen || row.pauseAdd
}

/** A close_all that has not come to its end. */
export function isClosing(row: LiveRow): boolean {
  const { state } = row.close
  return state !== 'none' && state !== 'confirmed'
}
