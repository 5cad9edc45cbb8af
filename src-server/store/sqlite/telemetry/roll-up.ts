import { openPositions } from '../../../contract/open-positions.ts'
import { effectiveDrawdown } from '../../../domain/device/drawdown.ts'
import type { PulseFigures } from '../../latest-pulse.ts'
import { extreme } from './extreme.ts'

/**
 * The lengths of history steps, and how long each is kept, seconds. A chart uses the finest step that covers
 * its span in few enough points.
 */
export const TIERS = [
  { tier: 60, keep: 2 * 86_400 },
  { tier: 600, keep: 21 * 86_400 },
  { tier: 3600, keep: 180 * 86_400 },
  { tier: 86_400, keep: 3650 * 86_400 },
] as const

export interface Tier {
  /** A step's length, seconds. */
  readonly tier: number
  /** How long its steps are kept, seconds. */
  readonly keep: number
}

/** The values of one account within one step. null: none was reported. */
export interface Step {
  readonly deviceId: number
  /** The step's start, Unix seconds. */
  readonly at: number
  readonly equityMin: number | null
  readonly equityMax: number | null
  readonly equity: number | null
  readonly balance: number | null
  readonly ddMax: number | null
  readonly positions: number | null
  readonly leverage: number | null
  readonly dayProfit: number | null
  readonly pendingOrders: number | null
  readonly marginMin: number | null
  readonly deposits: number
  readonly withdrawals: number
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** A step with one pulse. @param moved the money paid in (> 0) or out since the account's previous pulse */
export function stepOf(pulse: PulseFigures, moved: number): Step {
  return {
    deviceId: pulse.deviceId,
    at: pulse.at - (pulse.at % TIERS[0].tier),
    equityMin: known(pulse.equity),
    equityMax: known(pulse.equity),
    equity: known(pulse.equity),
    balance: known(pulse.balance),
    ddMax: known(effectiveDrawdown(pulse)),
    positions: known(openPositions(pulse)),
    leverage: known(pulse.leverage),
    dayProfit: known(pulse.dayProfit),
    pendingOrders: known(pulse.pendingOrders),
    // Terminals report 0 when no margin is in use.
    marginMin: pulse.marginLevel === 0 ? null : known(pulse.marginLevel),
    deposits: Math.max(0, moved),
    withdrawals: Math.max(0, -moved),
  }
}

/** Merges two consecutive steps into one. */
export function mergeSteps(earlier: Step, later: Step): Step {
  return {
    deviceId: earlier.deviceId,
    at: earlier.at,
    equityMin: extreme(Math.min, earlier.equityMin, later.equityMin),
    equityMax: extreme(Math.max, earlier.equityMax, later.equityMax),
    equity: later.equity ?? earlier.equity,
    balance: later.balance ?? earlier.balance,
    ddMax: extreme(Math.max, earlier.ddMax, later.ddMax),
    positions: later.positions ?? earlier.positions,
    leverage: later.leverage ?? earlier.leverage,
    dayProfit: later.dayProfit ?? earlier.dayProfit,
    pendingOrders: later.pendingOrders ?? earlier.pendingOrders,
    marginMin: extreme(Math.min, earlier.marginMin, later.marginMin),
    deposits: earlier.deposits + later.deposits,
    withdrawals: earlier.withdrawals + later.withdrawals,
  }
}

/** Collects the running minute of every account, and returns each minute after its end. */
export class MinuteSteps {
  readonly #running = new Map<number, Step>()

  /**
   * @param step of one pulse
   * @returns the account's previous minute, when this pulse begins another one
   */
  add(step: Step): Step | undefined {
    const running = this.#running.get(step.deviceId)
    if (running !== undefined && running.at === step.at) {
      this.#running.set(step.deviceId, mergeSteps(running, step))
      return undefined
    }
    this.#running.set(step.deviceId, step)
    return running
  }

  /** Removes and returns the minutes that ended before `now`. */
  takeEnded(now: number): Step[] {
    const ended: Step[] = []
    for (const [deviceId, step] of this.#running) {
      if (step.at + TIERS[0].tier > now) continue
      ended.push(step)
      this.#running.delete(deviceId)
    }
    return ended
  }

  takeAll(): Step[] {
    return this.takeEnded(Infinity)
  }

  running(deviceId: number): Step | undefined {
    return this.#running.get(deviceId)
  }
}

/**
 * The step for a chart of `span` seconds in at most `points` points, among the steps still kept from `age`
 * seconds ago on.
 */
export function chooseTier(
  span: number,
  points: number,
  age: number,
  tiers: readonly Tier[] = TIERS,
): number {
  const fits = tiers.find(({ tier, keep }) => keep >= age && span / tier <= points)
  return (fits ?? TIERS[TIERS.length - 1] ?? TIERS[0]).tier
}
