import type { RiskReason, RiskRecord } from '../../contract/records/request.ts'

/** The facts about a request that raise or lower its risk score. Times in seconds. */
export interface RiskFacts {
  /** Recent earlier requests for the same code or account. */
  readonly askedBefore: number
  /** Recent requests of this contact for other codes and accounts. */
  readonly contactSubjects: number
  /** Recent requests of this address for other codes and accounts. */
  readonly addressSubjects: number
  /** The address isn't among those that used the code or account. False when none is known. */
  readonly isAddressUnknown: boolean
  /** The old account still pulses. */
  readonly isOldLive: boolean
  /** NaN when unknown, which counts neither as open positions nor as none. */
  readonly oldPositions: number
  /**
   * Seconds since the old account's last pulse. Undefined for an account that never pulsed, and for an
   * unbind.
   */
  readonly oldSilence: number | undefined
  readonly serverChanges: boolean
  /** A rebind to the same login number, or on the same server. */
  readonly isSimilar: boolean
  readonly isNewTaken: boolean
  /** Since the creation of the code or account. */
  readonly age: number
  /** Until the authorization ends. Infinity for a permanent one. */
  readonly timeLeft: number
  /** The machine that the request names isn't the bound one. */
  readonly machineDiffers: boolean
  readonly policyRefuses: boolean
  readonly pictures: number
}

const DAY = 86_400
const LONG_SILENCE = 7 * DAY
const YOUNG = 3 * DAY
const LONG_LEFT = 180 * DAY
/** Scores from here on are high. */
const HIGH = 60

/** The points that each reason adds. Repetitions count up to a limit. */
const POINTS: Record<RiskReason, (facts: RiskFacts) => number> = {
  asked_before: ({ askedBefore }) => upTo(35, askedBefore * 15),
  contact_asked_before: ({ contactSubjects }) => upTo(30, contactSubjects * 10),
  address_asks_much: ({ addressSubjects }) => (addressSubjects < 2 ? 0 : upTo(40, addressSubjects * 10)),
  address_unknown: ({ isAddressUnknown }) => (isAddressUnknown ? 10 : 0),
  old_live: ({ isOldLive }) => (isOldLive ? 20 : 0),
  old_open_positions: ({ oldPositions }) => (oldPositions > 0 ? 20 : 0),
  old_silent: ({ oldSilence }) => (oldSilence !== undefined && oldSilence >= LONG_SILENCE ? -15 : 0),
  server_changes: ({ serverChanges }) => (serverChanges ? 15 : 0),
  same_login: ({ isSimilar }) => (isSimilar ? -10 : 0),
  new_taken: ({ isNewTaken }) => (isNewTaken ? 50 : 0),
  new_subject: ({ age }) => (age < YOUNG ? 15 : 0),
  much_time_left: ({ timeLeft }) => (timeLeft > LONG_LEFT ? 10 : 0),
  machine_differs: ({ machineDiffers }) => (machineDiffers ? 30 : 0),
  policy: ({ policyRefuses }) => (policyRefuses ? 30 : 0),
  picture: ({ pictures }) => (pictures > 0 ? -5 : 0),
}

/**
 * How likely the request is a fraud, 0 to 100, with the reasons. A stronger reason never lowers the score.
 * @param low scores up to here are low (setting after_sales.low_risk)
 */
export function assessRisk(facts: RiskFacts, low: number): RiskRecord {
  const reasons = (Object.keys(POINTS) as RiskReason[])
    .map((reason) => ({ reason, points: POINTS[reason](facts) }))
    .filter(({ points }) => points !== 0)
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  const score = Math.min(Math.max(sum, 0), 100)
  return { score, level: score <= low ? 'low' : score < HIGH ? 'medium' : 'high', reasons }
}

function upTo(most: number, points: number): number {
  return Math.min(points, most)
}
