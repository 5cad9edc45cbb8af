/** A group of open high risks. Times are Unix seconds. */
export interface AlarmGroup {
  readonly key: string
  readonly count: number
  /** When the newest of its risks happened. */
  readonly at: number
}

/** The last notice of a group to the person. */
interface Told {
  readonly count: number
  readonly at: number
  /** The number of notices. */
  readonly times: number
  /** The group was there at the last look. */
  readonly isThere: boolean
}
/** By the keys of the groups. undefined before the first look. */
export type TellingBook = ReadonlyMap<string, Told>

export interface News<G extends AlarmGroup> {
  readonly book: TellingBook
  /** Groups with a sound and a notification. */
  readonly fresh: readonly G[]
  /** Groups of a burst that was told: their notification changes, and nothing is heard. */
  readonly grown: readonly G[]
}

/** A burst that goes on is told again after so many seconds, each time later. */
const AGAIN_SECONDS = [300, 900, 3600] as const
/** Groups that were told longer ago are forgotten. */
const DAY = 86_400

/**
 * The news since the last look. Groups of the first look are no news: they were there when the person came. A group
 * that comes back with the risks that were told is not new either, because figures move around a threshold.
 */
export function newsOf<G extends AlarmGroup>(book: TellingBook | undefined, groups: readonly G[]): News<G> {
  const next = new Map<string, Told>()
  const [fresh, grown]: [G[], G[]] = [[], []]
  for (const group of groups) {
    const { key, count, at } = group
    const told = book?.get(key)
    if (book !== undefined && isNew(group, told)) {
      fresh.push(group)
      next.set(key, { count, at, times: (told?.times ?? 0) + 1, isThere: true })
      continue
    }
    if (told !== undefined && count > told.count && at > told.at) grown.push(group)
    next.set(key, { at: told?.at ?? at, times: told?.times ?? 1, count, isThere: true })
  }
  const newest = Math.max(0, ...groups.map(({ at }) => at))
  for (const [key, told] of book ?? [])
    if (!next.has(key) && told.at > newest - DAY) next.set(key, { ...told, isThere: false })
  return { book: next, fresh, grown }
}

function isNew({ at }: AlarmGroup, told: Told | undefined): boolean {
  if (told === undefined) return true
  // The group was acknowledged or over, and happened again.
  if (!told.isThere) return at > told.at
  const wait = AGAIN_SECONDS[Math.min(told.times, AGAIN_SECONDS.length) - 1] ?? AGAIN_SECONDS[0]
  return at - told.at >= wait
}
