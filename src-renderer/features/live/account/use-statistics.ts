import type { ActionOutput } from '../../../../src-server/contract/actions/index.ts'
import { useAnswer, type Answer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { usePolling } from '../../../ui/use-polling.ts'
import type { ChartRange } from './chart-range.ts'

export type AccountStatistics = ActionOutput<'device_statistics'>

const EVERY_MS = 60_000

/** The figures of an account, read again each minute. */
export function useStatistics(
  id: () => number,
  range: ChartRange,
  brokerTime: () => boolean,
): Answer<AccountStatistics> {
  const answer = useAnswer(
    (signal) =>
      call('device_statistics', { id: id(), ...range.fixed.value, broker_time: brokerTime() }, { signal }),
    () => [id(), range.fixed.value, brokerTime()],
  )
  usePolling(answer.load, () => EVERY_MS)
  return answer
}
