import type { RiskLimits } from '../../contract/account-risk.ts'
import { healthOf } from '../../contract/health.ts'
import type { Markets } from '../../contract/markets/markets.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Command } from './command.ts'
import { deviceState, type Device } from './device.ts'
import { riskOf, type RiskFigures } from '../risk/account-risk.ts'
import { effectiveDrawdown } from './drawdown.ts'

/** The reasons why an operator should look at a trading account, the worst first. */
export const DANGERS = ['close_overdue', 'drawdown', 'margin', 'silent'] as const

export interface Danger {
  readonly reason: (typeof DANGERS)[number]
  /** Drawdown in percent by the latest pulse. Undefined when unknown. */
  readonly dd: number | undefined
  /** The start of the danger: the last pulse, or the end of the time allowed for a close. Unix seconds. */
  readonly at: number
}

/** The values of the last pulse. NaN for a value that it lacks. */
interface LastPulse extends RiskFigures {
  readonly interval: number
  readonly symbol: string
}

/**
 * The worst danger of an account, or undefined. A terminal without a licence is refused, so neither its
 * silence nor an old drawdown counts.
 */
export function dangerOf(
  account: {
    readonly device: Pick<Device, 'accountKey' | 'disabled' | 'vip'>
    readonly command: Command | undefined
    readonly pulse: LastPulse | undefined
    readonly limits: RiskLimits
  },
  now: number,
  markets: Markets,
): Danger | undefined {
  const { device, command, pulse } = account
  const drawdown = pulse === undefined ? NaN : effectiveDrawdown(pulse)
  const dd = Number.isNaN(drawdown) ? undefined : drawdown
  if (command?.state === 'overdue')
    return { reason: 'close_overdue', dd, at: command.overdueAt ?? command.askedAt }
  if (pulse === undefined || deviceState(device, now) !== 'active') return undefined
  const risk = riskOf(account, now)
  if (risk.drawdown === 'critical') return { reason: 'drawdown', dd, at: pulse.at }
  if (risk.margin === 'critical') return { reason: 'margin', dd, at: pulse.at }
  const isSilent = healthOf(device.accountKey, pulse, now, markets) === 'silent'
  return isSilent && openPositions(pulse) > 0 ? { reason: 'silent', dd, at: pulse.at } : undefined
}

/** The worst first: by reason, then the deepest drawdown or the longest duration. */
export function byDanger(a: Danger, b: Danger): number {
  if (a.reason !== b.reason) return DANGERS.indexOf(a.reason) - DANGERS.indexOf(b.reason)
  return a.reason === 'drawdown' ? (b.dd ?? 0) - (a.dd ?? 0) : a.at - b.at
}
