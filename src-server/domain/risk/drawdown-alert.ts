/** A trading account's drawdown, from the first time it was told of. */
export interface DrawdownAlert {
  /** Percent, when it last reached the threshold or was last told of. */
  readonly dd: number
  /** When it was told of last, Unix seconds. */
  readonly toldAt: number
  /** It reached the threshold anew while the cool-down lasted, and is to be told of when that is past. */
  readonly isUntold: boolean
  /** It fell so far that the next time it reaches the threshold is another one. */
  readonly isOver: boolean
}

export interface DrawdownPolicy {
  /** Percent; 0 is no alert. */
  readonly drawdownThreshold: number
  /** Seconds. */
  readonly alertCooldown: number
}

/**
 * - `alert`: it is an event, and told of;
 * - `crossing`: it is an event, and not told of while the cool-down lasts;
 * - `over`: it fell below 80 % of the threshold, or there is no threshold any more;
 * - `unchanged`: nothing of these.
 */
export type DrawdownVerdict = 'alert' | 'crossing' | 'over' | 'unchanged'

/** A drawdown is over once it is below so much of the threshold. */
const OVER = 0.8
/** A cool-down of 0 doesn't mean an alert a pulse, seconds. */
const LEAST_COOLDOWN = 60

/**
 * What a pulse's drawdown means (protocol.md 8). Each time it reaches the threshold from below is an event; told of is at most one in a
 * cool-down: what reaches it anew meanwhile is told of afterwards, if it is still there, and what went on only if it is worse.
 * @param last undefined where none was told of
 * @param dd percent, NaN where the pulse says none
 */
export function judgeDrawdown(
  last: DrawdownAlert | undefined,
  dd: number,
  { drawdownThreshold: threshold, alertCooldown }: DrawdownPolicy,
  now: number,
): DrawdownVerdict {
  if (threshold <= 0) return last === undefined ? 'unchanged' : 'over'
  if (Number.isNaN(dd)) return 'unchanged'
  if (last === undefined) return dd >= threshold ? 'alert' : 'unchanged'
  if (dd < OVER * threshold) return 'over'
  if (dd < threshold) return 'unchanged'
  // A clock that was set back doesn't keep alerts waiting for the day it came from.
  const isCool = Math.abs(now - last.toldAt) >= Math.max(alertCooldown, LEAST_COOLDOWN)
  // A threshold that was raised above what was told of is reached for the first time.
  if (last.isOver || last.dd < threshold) return isCool ? 'alert' : 'crossing'
  return isCool && (last.isUntold || dd > last.dd) ? 'alert' : 'unchanged'
}

/** What is to be remembered after a verdict on a pulse. */
export function followDrawdown(
  last: DrawdownAlert | undefined,
  verdict: DrawdownVerdict,
  dd: number,
  now: number,
): DrawdownAlert | undefined {
  if (verdict === 'alert' || last === undefined)
    return verdict === 'alert' ? { dd, toldAt: now, isUntold: false, isOver: false } : last
  switch (verdict) {
    case 'crossing':
      return { dd, toldAt: last.toldAt, isUntold: true, isOver: false }
    case 'over':
      return last.isOver ? last : { ...last, isUntold: false, isOver: true }
    case 'unchanged':
      return last
  }
}
