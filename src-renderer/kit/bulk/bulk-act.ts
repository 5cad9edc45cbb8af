import type { BulkAnswer } from '../../../src-server/contract/paging.ts'

/** Asked before the act, because the dry run found something that the answer decides about. */
export interface BulkQuestion {
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[]
  /** The answer as long as the person gives no other. */
  readonly initial: string
}

/** Something else that changes together with the rows, and how. */
export interface BulkEffect {
  readonly subject: string
  readonly text: string
}

/** The first effects, and how many more there are. */
export interface BulkEffects {
  readonly title: string
  readonly lines: readonly BulkEffect[]
  readonly more: number
}

/** The result of a dry run, or of the act. */
export interface BulkForecast extends BulkAnswer {
  readonly question?: BulkQuestion | undefined
  readonly effects?: BulkEffects | undefined
}

/** A change of many rows as the confirmation dialog needs it. */
export interface BulkAct {
  /** A question, such as "Disable codes?". */
  readonly title: string
  /** What it is done to, where that is one that has a name. */
  readonly subject?: string
  /** What it does, in a sentence. */
  readonly text: string
  /** What the button says. */
  readonly confirm: string
  readonly danger?: boolean
  /**
   * Calls the action; `dryRun` counts and does nothing.
   * @param choice the answer to the question of the dry run; undefined as long as none was asked
   */
  readonly run: (dryRun: boolean, choice?: string) => Promise<BulkForecast>
  /** Ends a job; what is done until then stays done. */
  readonly cancel?: (job: string) => Promise<unknown>
  /** Why a row is left out, in the reader's language. */
  readonly reason?: (reason: string) => string
}

/** Over so many rows their number has to be typed. */
export const TYPED_ABOVE = 100

/** Reasons for which rows are left out, each with how many, the most frequent first. */
export function countReasons(
  skipped: readonly { readonly reason: string }[],
): { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
