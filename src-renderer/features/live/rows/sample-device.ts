import type { DeviceRecord, TelemetryRecord } from '../../../../src-server/contract/records/device.ts'
import { DEFAULT_CALENDAR } from '../../../../src-server/contract/markets/default-calendar.ts'
import { Markets } from '../../../../src-server/contract/markets/markets.ts'
import { DEVICE } from '../../../../src-server/contract/subjects/device.ts'
import { blankFields, onRecord } from '../../../../src-server/contract/subjects/inside.ts'
import { createRow, type LiveRow, type RowContext } from './live-row.ts'
import { STANDARD_LIMITS } from '../../../../src-server/contract/account-risk.ts'

/** For tests: a Wednesday noon, so that the market is open. */
export const NOON = 1_795_608_000

export const CONTEXT: RowContext = {
  now: NOON,
  markets: new Markets(DEFAULT_CALENDAR),
}

/** The additional figures of a newer program. */
export const MORE: NonNullable<TelemetryRecord['more']> = {
  currency: 'USD',
  program_version: '1.0',
  magic: '',
  account_name: '',
  leverage: null,
  day_profit: null,
  pending_orders: null,
}

export function samplePulse(given: Partial<TelemetryRecord> = {}): TelemetryRecord {
  return {
    equity: 1000,
    balance: 1000,
    dd: 0,
    dd_computed: false,
    positions: 2,
    buy_pos: 1,
    sell_pos: 1,
    float_pnl: 0,
    margin_level: 900,
    symbol: 'XAUUSD',
    more: null,
    at: NOON,
    interval: 5,
    ...given,
  }
}

export function sampleDevice(id: number, given: Partial<DeviceRecord> = {}): DeviceRecord {
  const stored = {
    ...blankFields(DEVICE),
    id,
    appId: 10001,
    accountKey: `${7_000_000 + id}@Broker-Live`,
    vip: 4_102_243_200,
    createdAt: NOON - 1000,
  }
  return {
    ...onRecord(DEVICE, stored),
    state: 'active',
    telemetry: null,
    close_all: { state: 'none', asked_at: null, delivered_at: null, confirmed_at: null, repeats: 0 },
    terminals: [],
    limits: STANDARD_LIMITS,
    ...given,
  }
}

export function sampleRow(id: number, given: Partial<DeviceRecord> = {}): LiveRow {
  return createRow(sampleDevice(id, given), CONTEXT)
}
