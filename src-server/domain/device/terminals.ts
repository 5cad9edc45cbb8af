import { networkOf } from '../../contract/network.ts'

/** The address of a trading account's last pulse from one terminal, and its time. Unix seconds. */
export interface Terminal {
  readonly address: string
  readonly at: number
}

interface Trace extends Terminal {
  /**
   * Pulses of this address came before and after those of another one. An address that was merely replaced
   * doesn't come back.
   */
  readonly isProven: boolean
}

/** The recent addresses of an account, in the order of their last pulses. The newest one still pulses. */
export type Trail = readonly Trace[]

/** Pulses that alternate within this time come from two terminals, seconds. */
export const ALTERNATION_SECONDS = 300
/** The maximum number of addresses kept for one account. */
export const MOST_TERMINALS = 4
/** A terminal is silent after six times the account's pulse interval, but no earlier than this, seconds. */
const LEAST_PATIENCE = 120

/**
 * Whether two addresses count as one terminal. Those of one network do, because an IPv6 host changes its
 * address within its /64.
 */
export function isSamePlace(one: string, other: string): boolean {
  return one === other || networkOf(one) === networkOf(other)
}

/** The trail after a pulse from another address than the previous pulse. @param from the previous pulse */
export function follow(trail: Trail, from: Terminal, to: Terminal): Trail {
  const left = put(trail, { ...from, isProven: false }).filter((trace) => isFresh(trace, to.at))
  const before = left.find(({ address }) => isSamePlace(address, to.address))
  if (before === undefined || isSamePlace(from.address, to.address))
    return put(left, { ...to, isProven: false })
  // The address came back, so the pulses between its two visits are another terminal's.
  const since = left.indexOf(before)
  const proven = left.map((trace, place) => (place >= since ? { ...trace, isProven: true } : trace))
  return put(proven, { ...to, isProven: true })
}

/** The terminals that report for the account at `now`, the newest first. Empty when there is only one. */
export function terminalsOf(trail: Trail, last: Terminal, now: number): Terminal[] {
  const terminals = put(trail, { ...last, isProven: false })
    .filter((trace) => trace.isProven && isFresh(trace, now))
    .map(({ address, at }) => ({ address, at }))
    .reverse()
  return terminals.length < 2 ? [] : terminals
}

/** Whether a terminal still pulses. @param interval seconds between pulses of its account, 0 for unknown */
export function isPulsing({ at }: Terminal, interval: number, now: number): boolean {
  return Math.abs(now - at) <= Math.min(ALTERNATION_SECONDS, Math.max(LEAST_PATIENCE, 6 * interval))
}

function isFresh({ at }: Terminal, now: number): boolean {
  return Math.abs(now - at) <= ALTERNATION_SECONDS
}

/** Moves a place to the end of the trail, and keeps what is known about it. */
function put(trail: Trail, trace: Trace): Trail {
  const known = trail.find(({ address }) => isSamePlace(address, trace.address))
  const others = trail.filter((other) => other !== known)
  const isProven = trace.isProven || (known?.isProven ?? false)
  return [...others, { ...trace, isProven }].slice(-MOST_TERMINALS)
}
