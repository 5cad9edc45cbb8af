import type { Markets, TradedSymbol } from './markets/markets.ts'

/**
 * Whether an account pulses. Server and console use this one rule, so that a filter and a dot never disagree.
 *
 * - `live`: the last pulse is younger than two of the account's own pulse intervals;
 * - `late`: older than that, up to six intervals (at least a minute);
 * - `silent`: older still, while the market was open;
 * - `closed`: the pulses stopped when the market of the account's symbol closed, which doesn't count as silence;
 * - `never`: no pulse yet.
 */
export const HEALTHS = ['live', 'late', 'silent', 'closed', 'never'] as const
export type Health = (typeof HEALTHS)[number]

/** The assumed seconds between pulses until two pulses have come. */
export const ASSUMED_PULSE_SECONDS = 10

/** When an account's last pulse came, Unix seconds, and the seconds between its pulses, 0 for unknown. */
interface PulseTimes {
  readonly at: number
  readonly interval: number
}

/** The health by time alone. `old`: whether the market was open decides. @param pulse undefined or null: none yet */
export function freshnessOf(
  pulse: PulseTimes | null | undefined,
  now: number,
): 'live' | 'late' | 'old' | 'never' {
  if (pulse === undefined || pulse === null || pulse.at === 0) return 'never'
  const age = now - pulse.at
  if (age <= 2 * everyOf(pulse)) return 'live'
  return age <= patienceOf(pulse) ? 'late' : 'old'
}

/** @param accountKey `<login>@<server>` */
export function healthOf(
  accountKey: string,
  pulse: (PulseTimes & TradedSymbol) | null | undefined,
  now: number,
  markets: Markets,
): Health {
  if (pulse === undefined || pulse === null) return 'never'
  const freshness = freshnessOf(pulse, now)
  if (freshness !== 'old') return freshness
  const { isOpen, since } = markets.of(accountKey, pulse, now)
  return !isOpen && pulse.at >= since - patienceOf(pulse) ? 'closed' : 'silent'
}

function everyOf({ interval }: PulseTimes): number {
  return interval > 0 ? interval : ASSUMED_PULSE_SECONDS
}

function patienceOf(pulse: PulseTimes): number {
  return Math.max(6 * everyOf(pulse), 60)
}
