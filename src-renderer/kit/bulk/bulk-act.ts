import type { BulkAnswer } from '../../../src-server/contract/paging.ts'

/** A question before the act: the dry run found something that the answer decides. */
export interface BulkQuestion {
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[]
  /** The answer until the person gives another one. */
  readonly initial: string
}

/** Another effect of the act, beside the rows. */
export interface BulkEffect {
  readonly subject: string
  readonly text: string
}

/** The first effects, and the number of the rest. */
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

/** A change of many rows, for the confirmation dialog. */
export interface BulkAct {
  /** A question, such as "Disable codes?". */
  readonly title: string
  /** The name of the row, where the act changes only one. */
  readonly subject?: string
  /** The effect, in a sentence. */
  readonly text: string
  /** The label of the button. */
  readonly confirm: string
  readonly danger?: boolean
  /**
   * Calls the action; `dryRun` counts and does nothing.
   * @param choice the answer to the question of the dry run. undefined before there is a question
   */
  readonly run: (dryRun: boolean, choice?: string) => Promise<BulkForecast>
  /** Ends a job. The rows that it changed so far stay changed. */
  readonly cancel?: (job: string) => Promise<unknown>
  /** Why the act leaves out a row, in the reader's language. */
  readonly reason?: (reason: string) => string
}

/** With more rows than this the person types their number. */
export const TYPED_ABOVE = 100

/** Why rows are left out: each reason with its number of rows, the most frequent first. */
export function countReasons(
  skipped: readonly { readonly reason: string }[],
): { readonly reason: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
