/**
 * The lengths of history steps, and how long each is kept, seconds. A chart uses the finest step that covers
 * its span in few enough points.
 */
export const TIERS = [
  { tier: 60, keep: 2 * 86_400 },
  { tier: 600, keep: 21 * 86_400 },
  { tier: 3600, keep: 180 * 86_400 },
  { tier: 86_400, keep: 3650 * 86_400 },
] as const

/** The time for which texts of a program that fell silent are kept, seconds: they may name a person. */
export const PROGRAM_KEPT = 180 * 86_400

const HOUR = 3600

/** The tiers with another time for hourly steps, seconds. */
export function keptTiers(seconds: number): Tier[] {
  return TIERS.map((one) => (one.tier === HOUR ? { ...one, keep: seconds } : one))
}

export interface Tier {
  /** A step's length, seconds. */
  readonly tier: number
  /** The time for which its steps are kept, seconds. */
  readonly keep: number
}

/**
 * The step for a chart of `span` seconds in at most `points` points, among the steps still kept from `age`
 * seconds ago on.
 */
export function chooseTier(
  span: number,
  points: number,
  age: number,
  tiers: readonly Tier[] = TIERS,
): number {
  const fits = tiers.find(({ tier, keep }) => keep >= age && span / tier <= points)
  return (fits ?? TIERS[TIERS.length - 1] ?? TIERS[0]).tier
}
