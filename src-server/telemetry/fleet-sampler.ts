import { freshnessOf } from '../contract/health.ts'
import { openPositions } from '../contract/open-positions.ts'
import { boundedGroups } from '../domain/fleet/bounded-groups.ts'
import {
  NO_AGENT,
  noSums,
  type FleetGroup,
  type FleetSample,
  type FleetSums,
} from '../domain/fleet/fleet-group.ts'
import { riskOf } from '../domain/risk/account-risk.ts'
import { AccountSlices } from './account-slices.ts'
import { currencyOf, type LiveDevice } from './live-device.ts'
import type { DeviceRegistry } from './registry.ts'

/** Seconds between two samples. */
const EVERY = 60
/** The accounts of a turn take about 1 ms. */
const SLICE = 2000
/** The turns in which a sample is ready: 50 s. */
const TURNS = 200

/** The groups of a pass: by application, agent and currency. */
class GroupSums {
  readonly #groups = new Map<number, Map<number, Map<string, FleetGroup>>>()
  readonly all: FleetGroup[] = []

  of(app: number, agent: number, currency: string): FleetGroup {
    const known = this.#groups.get(app)?.get(agent)?.get(currency)
    if (known !== undefined) return known
    const ofApp = this.#groups.get(app) ?? new Map<number, Map<string, FleetGroup>>()
    this.#groups.set(app, ofApp)
    const ofAgent = ofApp.get(agent) ?? new Map<string, FleetGroup>()
    ofApp.set(agent, ofAgent)
    const made = { app, agent, currency, ...noSums() }
    ofAgent.set(currency, made)
    this.all.push(made)
    return made
  }
}

/**
 * Sums all trading accounts once a minute, by application, agent and currency, a slice at a turn. An account that a pulse
 * changes between two turns counts with the figures of its own turn.
 */
export class FleetSampler {
  readonly #slices = new AccountSlices((accounts) => Math.max(SLICE, Math.ceil(accounts / TURNS)))
  #sums = new GroupSums()
  #at = 0
  #nextAt: number

  /** @param now a server that starts samples the next whole minute, when terminals have connected again */
  constructor(now: number) {
    this.#nextAt = minuteOf(now) + EVERY
  }

  /** Runs four times a second. @returns the sample that this turn completes */
  look(devices: Pick<DeviceRegistry, 'all' | 'size'>, now: number): FleetSample | undefined {
    if (this.#slices.isAtStart && !this.#isDue(now)) return undefined
    for (const live of this.#slices.next(devices)) {
      const { device, pulse } = live
      addAccount(this.#sums.of(device.appId, device.agentId ?? NO_AGENT, currencyOf(pulse)), live, now)
    }
    if (!this.#slices.isAtStart) return undefined
    const groups = boundedGroups(this.#sums.all)
    this.#sums = new GroupSums()
    return { at: this.#at, groups }
  }

  /** A clock that is set back begins anew. */
  #isDue(now: number): boolean {
    const minute = minuteOf(now)
    this.#nextAt = Math.min(this.#nextAt, minute + EVERY)
    if (now < this.#nextAt) return false
    this.#at = minute
    this.#nextAt = minute + EVERY
    return true
  }
}

function minuteOf(now: number): number {
  return now - (now % EVERY)
}

export function addAccount(sums: FleetSums, live: LiveDevice, now: number): void {
  const { device, pulse } = live
  sums.accounts++
  if (device.pauseOpen || device.pauseAdd) sums.paused++
  if (pulse === undefined) return
  if (freshnessOf(pulse, now) === 'live') sums.online++
  sums.equity += pulse.equity || 0
  sums.balance += pulse.balance || 0
  sums.floating += pulse.floatPnl || 0
  sums.positions += openPositions(pulse) || 0
  const risk = riskOf(live, now)
  if (risk.drawdown === 'critical' || risk.margin === 'critical') sums.critical++
}
