/** The size of the data at a time. */
export interface SizeAt {
  /** Unix seconds. */
  readonly at: number
  readonly bytes: number
}

const DAY = 86_400
/** A shorter time says little about a day, seconds. */
const LEAST = 3600

/** The growth since a former time, bytes a day. null while that isn't long ago. */
export function growthPerDay(former: SizeAt | undefined, now: SizeAt): number | null {
  if (former === undefined || now.at - former.at < LEAST) return null
  return Math.round(((now.bytes - former.bytes) * DAY) / (now.at - former.at))
}

/** The whole days until data that grows reaches its limit. null: it does not grow, or has no limit. */
export function daysUntil(limit: number | null, used: number, perDay: number | null): number | null {
  if (limit === null || perDay === null || perDay <= 0) return null
  return Math.max(0, Math.floor((limit - used) / perDay))
}
