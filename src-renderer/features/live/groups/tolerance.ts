/**
 * A group trades on while a person reads its figures. So a large group may change by this share before the person is
 * asked again.
 */
const SHARE = 0.02

/** The maximum change of the number of accounts that the person agreed to. A group under 50 may not change. */
export function toleranceOf(accounts: number): number {
  return Math.floor(accounts * SHARE)
}
