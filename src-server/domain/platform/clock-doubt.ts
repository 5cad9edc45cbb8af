/**
 * A clock this far from what the data last saw may be wrong, seconds. Data that a wrong clock deletes doesn't come back, so
 * a server that was off for longer has to wait as well.
 */
export const FAR_SECONDS = 86_400
/** The clock keeps pace with the steady clock if they drift apart by less than this, milliseconds. */
const STEP_MS = 300_000
/** The server believes a doubted clock only after it kept pace for so long, milliseconds. */
export const BELIEVED_AFTER_MS = 3_600_000
/** Signed calls from so many addresses have to agree with a doubted clock. */
export const WITNESSES = 2

export function isFar(now: number, seen: number): boolean {
  return Math.abs(now - seen) > FAR_SECONDS
}

/** Whether the wall clock was set: it moved against the steady clock. @param before and `now`: wall minus steady, milliseconds */
export function wasSet(before: number, now: number): boolean {
  return Math.abs(now - before) > STEP_MS
}

/** @param before and `now`: wall minus steady, milliseconds */
export function wasSetFar(before: number, now: number): boolean {
  return Math.abs(now - before) > FAR_SECONDS * 1000
}

/** Why the server doubts its clock, and what speaks for the clock since then. */
export interface ClockDoubt {
  /** The last moment that the data saw, Unix seconds. */
  readonly seen: number
  /** Since when the clock keeps pace, by the steady clock, milliseconds. */
  readonly since: number
  /** Addresses whose signed calls carry about the same time. */
  readonly witnesses: ReadonlySet<string>
}

export function isBelieved({ since, witnesses }: ClockDoubt, steadyMs: number): boolean {
  return steadyMs - since >= BELIEVED_AFTER_MS && witnesses.size >= WITNESSES
}
