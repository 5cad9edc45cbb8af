import type { RiskLimits } from '../contract/account-risk.ts'
import type { CloseAllRecord, DeviceRecord, TelemetryRecord } from '../contract/records/device.ts'
import { isDebugDevice } from '../domain/device/authorization.ts'
import type { Command } from '../domain/device/command.ts'
import { deviceState, type Device } from '../domain/device/device.ts'
import { effectiveDrawdown, isDrawdownComputed } from '../domain/device/drawdown.ts'
import { knownFigure } from '../domain/device/known-figure.ts'
import { terminalsOf, type Terminal, type Trail } from '../domain/device/terminals.ts'
import type { LatestPulse } from '../store/latest-pulse.ts'
import type { AccountRules } from './rules/account-rules.ts'

/** A trading account in memory: its stored record and its terminal's last values. */
export interface LiveDevice {
  /** As last committed. */
  device: Device
  /** The limits at which its figures are a warning or critical. */
  limits: RiskLimits
  /** The application's owner. The scopes of operators depend on it. */
  readonly ownerId: number
  /** The newest close_all command, as last committed. */
  command: Command | undefined
  /** A transition of the command is being committed. A pulse in the meantime starts none. */
  commandBusy: boolean
  pulse: LivePulse | undefined
  /** The addresses of its pulses, while the address has changed recently. */
  trail: Trail | undefined
  /** The rules that decide for it, as found last. The book of rules says whether they still do. */
  rules?: AccountRules | undefined
}

/**
 * The last values of an account. The object stays the same while the server runs, and each pulse overwrites
 * it.
 */
export type LivePulse = { -readonly [K in keyof LatestPulse]: LatestPulse[K] }

export function telemetryRecord(pulse: LatestPulse): TelemetryRecord {
  return {
    equity: knownFigure(pulse.equity),
    balance: knownFigure(pulse.balance),
    dd: knownFigure(effectiveDrawdown(pulse)),
    dd_computed: isDrawdownComputed(pulse),
    positions: knownFigure(pulse.positions),
    buy_pos: knownFigure(pulse.buyPos),
    sell_pos: knownFigure(pulse.sellPos),
    float_pnl: knownFigure(pulse.floatPnl),
    margin_level: knownFigure(pulse.marginLevel),
    symbol: pulse.symbol,
    more: moreOf(pulse),
    at: pulse.at,
    interval: Math.round(pulse.interval * 10) / 10,
  }
}

/** The currency that the program reported. Empty for none. */
export function currencyOf(pulse: Pick<LatestPulse, 'program'> | undefined): string {
  return pulse?.program?.currency ?? ''
}

function moreOf({ program, leverage, dayProfit, pendingOrders }: LatestPulse): TelemetryRecord['more'] {
  const isSilent = Number.isNaN(leverage) && Number.isNaN(dayProfit) && Number.isNaN(pendingOrders)
  if (program === undefined && isSilent) return null
  return {
    currency: program?.currency ?? '',
    program_version: program?.version ?? '',
    magic: program?.magic ?? '',
    account_name: program?.accountName ?? '',
    leverage: knownFigure(leverage),
    day_profit: knownFigure(dayProfit),
    pending_orders: knownFigure(pendingOrders),
  }
}

/**
 * The console's row of an account. Written out: the live stream makes one for each account that changed, and a
 * loop over the subject's fields takes five times as long. A missing field does not compile.
 */
export function deviceRecord(live: LiveDevice, now: number): DeviceRecord {
  const { device, pulse } = live
  return {
    id: device.id,
    app: device.appId,
    account_key: device.accountKey,
    label: device.label,
    license: device.license,
    buy_url: device.buyUrl,
    agent: device.agentId,
    vip: device.vip,
    state: deviceState(device, now),
    disabled: device.disabled,
    disable_reason: device.disableReason,
    debug: isDebugDevice(device),
    note: device.note,
    tags: device.tags,
    fields: device.fields,
    telemetry: pulse === undefined ? null : telemetryRecord(pulse),
    pause_open: device.pauseOpen,
    pause_add: device.pauseAdd,
    close_all: closeAllRecord(live.command),
    terminals: terminalsAt(live, now),
    limits: live.limits,
    messenger_open_id: device.messengerOpenId,
    created_at: device.createdAt,
  }
}

/** The terminals that report for an account, the newest first. Empty when there is only one. */
export function terminalsAt({ trail, pulse }: LiveDevice, now: number): Terminal[] {
  if (trail === undefined || pulse === undefined) return []
  return terminalsOf(trail, { address: pulse.ip, at: pulse.at }, now)
}

/** A withdrawn command isn't shown. */
function closeAllRecord(command: Command | undefined): CloseAllRecord {
  if (command === undefined || command.state === 'withdrawn') {
    return { state: 'none', asked_at: null, delivered_at: null, confirmed_at: null, repeats: 0 }
  }
  return {
    state: command.state,
    asked_at: command.askedAt,
    delivered_at: command.deliveredAt,
    confirmed_at: command.confirmedAt,
    repeats: command.repeats,
  }
}
