import type { BulkAnswer } from '../../../src-server/contract/paging.ts'

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
  /** Calls the action; `dryRun` counts and does nothing. */
  readonly run: (dryRun: boolean) => Promise<BulkAnswer>
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
