import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { serverNow, serverSkew } from '../../../subjects/clock/server-clock.ts'
import { CHART_POINTS, HISTORY_RANGES, type HistoryRange } from './history-series.ts'
import { continueSeries, emptySeries, seriesOf, type HistorySeries } from './history-series.ts'

/** Seconds; a range is off by less than a point. */
const NOTABLE_SKEW = 60

export interface History {
  readonly series: Readonly<Ref<HistorySeries>>
  /** Moves when the series, which is plain, got longer. */
  readonly revision: Readonly<Ref<number>>
  readonly state: Readonly<Ref<'reading' | 'done' | 'failed'>>
  reload(): Promise<void>
}

/** An account's past in the chosen range, continued by its pulses. */
export function useHistory(
  id: () => number,
  range: Readonly<Ref<HistoryRange>>,
  row: () => LiveRow | undefined,
): History {
  const series = shallowRef(emptySeries())
  const revision = ref(0)
  const { failure, loading, load } = useAnswer(async (signal) => {
    const to = serverNow()
    const from = to - HISTORY_RANGES[range.value]
    const { rows } = await call('device_history', { id: id(), from, to, points: CHART_POINTS }, { signal })
    series.value = seriesOf(rows)
    revision.value++
  })
  const state = computed(() => {
    if (loading.value) return 'reading'
    return failure.value === undefined ? 'done' : 'failed'
  })

  // The series before stays until the next one comes.
  watch([id, range], load)
  // Asked before the server had said its time, which turns out to be another.
  watch(serverSkew, (skew, before) => {
    if (Math.abs(skew - before) > NOTABLE_SKEW) void load()
  })
  watch(
    () => row()?.pulsedAt,
    () => {
      const plain = row()
      if (!plain || state.value !== 'done') return
      const { equity, balance, drawdown, more, pulsedAt: at } = plain
      const step = HISTORY_RANGES[range.value] / CHART_POINTS
      if (continueSeries(series.value, { at, equity, balance, drawdown, more }, step)) revision.value++
    },
  )
  return { series, revision, state, reload: load }
}
