/** The state of a trading account's drawdown, from its first alert on. */
export interface DrawdownAlert {
  /** The drawdown when it last reached the threshold or caused an alert, percent. */
  readonly dd: number
  /** The time of the last alert, Unix seconds. */
  readonly toldAt: number
  /** The drawdown reached the threshold again during the cool-down, so an alert is due afterwards. */
  readonly isUntold: boolean
  /** The drawdown fell so far that reaching the threshold again is a new event. */
  readonly isOver: boolean
}

export interface DrawdownPolicy {
  /** Percent. 0 means no alerts. */
  readonly drawdownThreshold: number
  /** Seconds. */
  readonly alertCooldown: number
}

/**
 * - `alert`: an event with an alert;
 * - `crossing`: an event without an alert, because the cool-down lasts;
 * - `over`: the drawdown fell below 80 % of the threshold, or the threshold is off;
 * - `unchanged`: none of these.
 */
export type DrawdownVerdict = 'alert' | 'crossing' | 'over' | 'unchanged'

/** A drawdown is over below this share of the threshold. */
const OVER = 0.8
/** The shortest cool-down, seconds, so that a setting of 0 doesn't cause an alert for each pulse. */
const LEAST_COOLDOWN = 60

/**
 * Judges a pulse's drawdown (docs/protocol.md 8). Each time it reaches the threshold from below is an event.
 * There is at most one alert in a cool-down. An event during the cool-down causes an alert afterwards, if the
 * drawdown still exceeds the threshold. A drawdown that continues causes another alert only when it gets
 * worse.
 * @param last undefined before the first alert
 * @param dd percent, NaN when the pulse has none
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
  // When the clock was set back, alerts don't wait for the old time.
  const isCool = Math.abs(now - last.toldAt) >= Math.max(alertCooldown, LEAST_COOLDOWN)
  // A threshold raised above the last alert's drawdown counts as reached for the first time.
  if (last.isOver || last.dd < threshold) return isCool ? 'alert' : 'crossing'
  return isCool && (last.isUntold || dd > last.dd) ? 'alert' : 'unchanged'
}

/** The state to keep after a verdict. */
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
