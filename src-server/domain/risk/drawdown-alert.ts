/** The last alert of a drawdown that isn't over. */
export interface DrawdownAlert {
  /** Unix seconds. */
  readonly at: number
  /** Percent. */
  readonly dd: number
}

export interface DrawdownPolicy {
  /** Percent; 0 is no alert. */
  readonly drawdownThreshold: number
  /** Seconds. */
  readonly alertCooldown: number
}

/** A drawdown is over once it is below so much of the threshold. */
const OVER = 0.8
/** A cool-down of 0 doesn't mean an alert a pulse, seconds. */
const LEAST_COOLDOWN = 60

/**
 * What a pulse's drawdown means (protocol.md 8): `alert` when it reaches the threshold from below, and again after the
 * cool-down when it is worse than it was at the last alert; `over` when it fell below 80 % of the threshold.
 * @param last the last alert since it was over
 * @param dd percent, NaN where the pulse says none
 */
export function judgeDrawdown(
  last: DrawdownAlert | undefined,
  dd: number,
  { drawdownThreshold: threshold, alertCooldown }: DrawdownPolicy,
  now: number,
): 'alert' | 'over' | 'unchanged' {
  if (threshold <= 0 || Number.isNaN(dd)) return 'unchanged'
  if (last === undefined) return dd >= threshold ? 'alert' : 'unchanged'
  if (dd < OVER * threshold) return 'over'
  const isCool = now - last.at >= Math.max(alertCooldown, LEAST_COOLDOWN)
  return isCool && dd >= threshold && dd > last.dd ? 'alert' : 'unchanged'
}
