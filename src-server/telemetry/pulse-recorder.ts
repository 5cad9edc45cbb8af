import type { Telemetry } from '../domain/device/telemetry.ts'
import type { LatestPulse } from '../store/telemetry-store.ts'
import type { LiveDevice } from './live-device.ts'

/** A gap this many times longer than usual is an absence, not a slower rhythm. */
const ABSENCE = 10
/** How much the newest gap weighs in the smoothed interval. */
const WEIGHT = 0.2

/** Seconds between pulses, smoothed; 0 until two have come. */
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

/** Makes what a pulse reports the account's latest. @returns it, to be kept. */
export function recordPulse(live: LiveDevice, telemetry: Telemetry, ip: string, at: number): LatestPulse {
  const pulse: LatestPulse = {
    deviceId: live.device.id,
    at,
    equity: telemetry.equity,
    balance: telemetry.balance,
    dd: telemetry.dd,
    positions: telemetry.positions,
    buyPos: telemetry.buyPos,
    sellPos: telemetry.sellPos,
    floatPnl: telemetry.floatPnl,
    marginLevel: telemetry.marginLevel,
    interval: smoothInterval(live.pulse, at),
    symbol: telemetry.symbol,
    ip,
  }
  live.pulse = pulse
  return pulse
}
