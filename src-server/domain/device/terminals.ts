import { networkOf } from '../access/network.ts'

/** Where a pulse of a trading account came from last, and when. Unix seconds. */
export interface Terminal {
  readonly address: string
  readonly at: number
}

interface Trace extends Terminal {
  /** Its pulses came before and after those of another address: an address that was changed doesn't come back. */
  readonly isProven: boolean
}

/** The addresses an account pulsed from lately, in the order of their last pulses; the newest one still pulses. */
export type Trail = readonly Trace[]

/** Pulses that alternate within so many seconds are of two terminals. */
export const ALTERNATION_SECONDS = 300
/** Addresses of one account that are held. */
export const MOST_TERMINALS = 4
/** A terminal is silent after six times the account's pulse interval, and not before this many seconds. */
const LEAST_PATIENCE = 120

/** Two addresses of one network are one terminal: an IPv6 host changes its address within its /64. */
export function isSamePlace(one: string, other: string): boolean {
  return one === other || networkOf(one) === networkOf(other)
}

/**
 * The trail after a pulse from another address than the one before it.
 * @param from the pulse before this one
 */
export function follow(trail: Trail, from: Terminal, to: Terminal): Trail {
  const left = put(trail, { ...from, isProven: false }).filter((trace) => isFresh(trace, to.at))
  const before = left.find(({ address }) => isSamePlace(address, to.address))
  if (before === undefined || isSamePlace(from.address, to.address))
    return put(left, { ...to, isProven: false })
  // The address comes back: the pulses between its two visits are of another terminal.
  const since = left.indexOf(before)
  const proven = left.map((trace, place) => (place >= since ? { ...trace, isProven: true } : trace))
  return put(proven, { ...to, isProven: true })
}

/** The terminals that report for the account at `now`, the newest first. None where it is one. */
export function terminalsOf(trail: Trail, last: Terminal, now: number): Terminal[] {
  const terminals = put(trail, { ...last, isProven: false })
    .filter((trace) => trace.isProven && isFresh(trace, now))
    .map(({ address, at }) => ({ address, at }))
    .reverse()
  return terminals.length < 2 ? [] : terminals
}

/** Whether a terminal pulses still. @param interval seconds between pulses of its account, 0 for unknown */
export function isPulsing({ at }: Terminal, interval: number, now: number): boolean {
  return Math.abs(now - at) <= Math.min(ALTERNATION_SECONDS, Math.max(LEAST_PATIENCE, 6 * interval))
}

function isFresh({ at }: Terminal, now: number): boolean {
  return Math.abs(now - at) <= ALTERNATION_SECONDS
}

/** At the end; what is known of its place stays known. */
function put(trail: Trail, trace: Trace): Trail {
  const known = trail.find(({ address }) => isSamePlace(address, trace.address))
  const others = trail.filter((other) => other !== known)
  const isProven = trace.isProven || (known?.isProven ?? false)
  return [...others, { ...trace, isProven }].slice(-MOST_TERMINALS)
}
