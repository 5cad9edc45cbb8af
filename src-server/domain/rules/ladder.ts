import type { RuleSubject } from '../../contract/rule-names.ts'
import { SUBJECT_FACTS } from '../../contract/rule-names.ts'
import type { Ladder, LadderState, LevelState } from './rule.ts'

export interface Climb {
  readonly state: LadderState
  /** The numbers of the levels that fire, in order. */
  readonly fired: readonly number[]
}

const ARMED: LevelState = { isFired: false, firedAt: null }

/**
 * Moves a ladder to a value. A level that is reached fires once, with each milder level that has not fired. The level is
 * armed again when the value is back by `rearm`. A level that is reached within `cooldown` after its firing waits for the
 * end of that time.
 * @param state undefined before the first firing
 * @param value NaN when unknown, which changes nothing. -Infinity or Infinity when there is nothing to measure
 * @param now Unix seconds
 * @returns undefined when nothing changes
 */
export function climb(
  state: LadderState | undefined,
  value: number,
  ladder: Ladder,
  now: number,
): Climb | undefined {
  if (Number.isNaN(value)) return undefined
  const { levels } = ladder
  const first = levels[0]
  if (first === undefined) return undefined
  // Most accounts are below the first level, and have never been above.
  if (state === undefined && !isReached(ladder.subject, value, first.at)) return undefined
  const next = levels.map(({ at }, number) => step(state?.[number] ?? ARMED, value, at, ladder, now))
  const fired = next.flatMap((level, number) => (level.isFired && !state?.[number]?.isFired ? [number] : []))
  const isChanged = next.some((level, number) => level !== state?.[number] && level !== ARMED)
  return isChanged ? { state: next, fired } : undefined
}

function step(level: LevelState, value: number, at: number, ladder: Ladder, now: number): LevelState {
  if (level.isFired) return isBack(ladder, value, at) ? { ...level, isFired: false } : level
  if (!isReached(ladder.subject, value, at) || isCooling(level, ladder.cooldown, now)) return level
  return { isFired: true, firedAt: now }
}

/** Whether a value has reached a level. */
export function isReached(subject: RuleSubject, value: number, at: number): boolean {
  return SUBJECT_FACTS[subject].worse === 'over' ? value >= at : value <= at
}

function isBack({ subject, rearm }: Ladder, value: number, at: number): boolean {
  return SUBJECT_FACTS[subject].worse === 'over' ? value < (at * rearm) / 100 : value > (at * 100) / rearm
}

/** When the clock was set back, a level doesn't wait for the old time. */
function isCooling({ firedAt }: LevelState, cooldown: number, now: number): boolean {
  return firedAt !== null && Math.abs(now - firedAt) < cooldown
}
