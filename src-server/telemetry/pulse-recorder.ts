import { isSameProgram, type Telemetry } from '../domain/device/telemetry.ts'
import type { LatestPulse } from '../store/latest-pulse.ts'
import type { LiveDevice, LivePulse } from './live-device.ts'

/** A gap this many times longer than usual is an absence, and doesn't change the interval. */
const ABSENCE = 10
/** The weight of the newest gap in the smoothed interval. */
const WEIGHT = 0.2

/** The smoothed number of seconds between pulses. 0 before the second pulse. */
export function smoothInterval(
  previous: Pick<LatestPulse, 'at' | 'interval'> | undefined,
  at: number,
): number {
  if (previous === undefined) return 0
  const gap = at - previous.at
  if (gap <= 0) return previous.interval
  if (previous.interval === 0) return gap <= 3600 ? gap : 0
  if (gap > ABSENCE * previous.interval) return previous.interval
  return previous.interval + WEIGHT * (gap - previous.interval)
}

/** Stores a pulse as the account's latest. @returns the pulse */
export function recordPulse(live: LiveDevice, telemetry: Telemetry, ip: string, at: number): LivePulse {
  const { pulse } = live
  const interval = smoothInterval(pulse, at)
  if (pulse === undefined) return (live.pulse = { deviceId: live.device.id, at, ...telemetry, interval, ip })
  pulse.at = at
  pulse.equity = telemetry.equity
  pulse.balance = telemetry.balance
  pulse.dd = telemetry.dd
  pulse.positions = telemetry.positions
  pulse.buyPos = telemetry.buyPos
  pulse.sellPos = telemetry.sellPos
  pulse.floatPnl = telemetry.floatPnl
  pulse.marginLevel = telemetry.marginLevel
  pulse.interval = interval
  // An unchanged text keeps the old string object, so that the call's string can be freed soon.
  if (pulse.symbol !== telemetry.symbol) pulse.symbol = telemetry.symbol
  if (pulse.ip !== ip) pulse.ip = ip
  pulse.leverage = telemetry.leverage
  pulse.dayProfit = telemetry.dayProfit
  pulse.pendingOrders = telemetry.pendingOrders
  // Two terminals of one account may run an old and a new program: a pulse without these texts leaves them.
  const { program } = telemetry
  if (program !== undefined && !isSameProgram(pulse.program, program)) pulse.program = program
  return pulse
}
