export interface Span {
  /** Its words are `inspector.span.<unit>`. */
  readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'
  readonly parts: Readonly<Record<'days' | 'hours' | 'minutes' | 'seconds', number>>
}

/** A span in its two largest units, without regard to its sign. */
export function spanOf(seconds: number): Span {
  const whole = Math.round(Math.abs(seconds))
  const unit = whole < 60 ? 'seconds' : whole < 3600 ? 'minutes' : whole < 86_400 ? 'hours' : 'days'
  const days = Math.floor(whole / 86_400)
  return {
    unit,
    parts: {
      days,
      hours: Math.floor(whole / 3600) - days * 24,
      minutes: Math.floor((whole % 3600) / 60),
      seconds: whole % 60,
    },
  }
}

export function sideOf(seconds: number): 'ahead' | 'behind' | 'even' {
  const whole = Math.round(seconds)
  return whole > 0 ? 'ahead' : whole < 0 ? 'behind' : 'even'
}

const HALF_HOUR = 1800
/** Clocks that are set and the way of a call differ by less, seconds. */
const NEARLY = 60
/** No zone is further from UTC. */
const FARTHEST = 14 * 3600

/** Whether it looks like local time sent as Unix time: whole hours, or half ones as in India. */
export function looksLikeZone(seconds: number): boolean {
  const off = Math.abs(seconds)
  const nearest = Math.round(off / HALF_HOUR) * HALF_HOUR
  return nearest >= 2 * HALF_HOUR && nearest <= FARTHEST && Math.abs(off - nearest) <= NEARLY
}
