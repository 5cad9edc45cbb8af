import type { ActionOutput } from '../../../../src-server/contract/actions/index.ts'
import { useAnswer, type Answer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { usePolling } from '../../../ui/use-polling.ts'
import type { ChartRange } from './chart-range.ts'

export type AccountStatistics = ActionOutput<'device_statistics'>

const EVERY_MS = 60_000

/** The figures of an account, read again each minute. */
export function useStatistics(id: () => number, range: ChartRange): Answer<AccountStatistics> {
  const answer = useAnswer(
    (signal) => call('device_statistics', { id: id(), ...range.fixed.value }, { signal }),
    () => [id(), range.fixed.value],
  )
  usePolling(answer.load, () => EVERY_MS)
  return answer
}

const HALF_DAY = 43_200

/**
 * The date of a day of the server's wall clock: `2026-11-30`. The middle of the day has it under a changed clock too.
 * @param day the beginning of the day, Unix seconds
 * @param utcOffset minutes
 */
export function wallDayText(day: number, utcOffset: number): string {
  return new Date((day + HALF_DAY + utcOffset * 60) * 1000).toISOString().slice(0, 10)
}
