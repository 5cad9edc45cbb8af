import type { CertificateFacts } from '../../contract/records/https.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Pauses after the first, second … failed order, seconds. Authorities count failed proofs by the hour, and certificates by the week. */
const PAUSES = [5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const
const LONGEST = 24 * HOUR
/** Each pause is up to a fifth longer, so that servers that failed together don't come back together. */
const JITTER = 0.2
/** Renewals begin up to a fiftieth of the certificate's life earlier, for the same reason. */
const EARLY = 0.02

/**
 * When a certificate is renewed: after two thirds of its life, however long that is.
 * @param share 0 to 1, the same one for the same certificate
 */
export function renewalOf({ from, until }: Pick<CertificateFacts, 'from' | 'until'>, share: number): number {
  const life = until - from
  return Math.floor(from + life * (2 / 3 - EARLY * share))
}

/**
 * When the next attempt begins.
 * @param times failed attempts in a row, 1 or more
 * @param asked the wait that the authority asks for, seconds. It is never cut
 * @param left how long the certificate lasts. With a short rest the pauses are shorter
 */
export function nextTry(
  now: number,
  { times, asked, left, share }: { times: number; asked: number; left: number | undefined; share: number },
): number {
  const pause = (PAUSES[times - 1] ?? LONGEST) * (1 + JITTER * share)
  const short = left === undefined ? pause : Math.min(pause, Math.max(5 * MINUTE, left / 8))
  return now + Math.ceil(Math.max(short, asked))
}

/** Failed renewals in a row after which people are informed. One or two happen to every authority. */
const PATIENCE = 3

export type AlertStage = 'failing' | 'ending'

/**
 * What people are told about a renewal that fails: once when it fails again and again, and once more when a tenth of the
 * certificate's life is left.
 */
export function alertStage(
  times: number,
  { from, until }: Pick<CertificateFacts, 'from' | 'until'>,
  now: number,
): AlertStage | undefined {
  if (times === 0) return undefined
  if (until - now < (until - from) / 10) return 'ending'
  return times >= PATIENCE ? 'failing' : undefined
}
