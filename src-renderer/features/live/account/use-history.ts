import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { serverSkew } from '../../../subjects/clock/server-clock.ts'
import type { LiveRow } from '../rows/live-row.ts'
import type { ChartRange } from './chart-range.ts'
import { CHART_POINTS, continueSeries, emptySeries, seriesOf, type HistorySeries } from './history-series.ts'

/** Seconds; a range is off by less than a point. */
const NOTABLE_SKEW = 60

export interface History {
  readonly series: Readonly<Ref<HistorySeries>>
  /** Moves when the series, which is plain, got longer. */
  readonly revision: Readonly<Ref<number>>
  readonly state: Readonly<Ref<'reading' | 'done' | 'failed'>>
  reload(): Promise<void>
}

/** An account's past in the chosen range, continued by its pulses where the range ends now. */
export function useHistory(id: () => number, range: ChartRange, row: () => LiveRow | undefined): History {
  const series = shallowRef(emptySeries())
  const revision = ref(0)
  const { failure, loading, load } = useAnswer(async (signal) => {
    const asked = { id: id(), ...range.span(), points: CHART_POINTS }
    const { rows } = await call('device_history', asked, { signal })
    series.value = seriesOf(rows)
    revision.value++
  })
  const state = computed(() => {
    if (loading.value) return 'reading'
    return failure.value === undefined ? 'done' : 'failed'
  })

  // The series before stays until the next one comes.
  watch([id, range.name, range.fixed], load)
  // Asked before the server had said its time, which turns out to be another.
  watch(serverSkew, (skew, before) => {
    if (Math.abs(skew - before) > NOTABLE_SKEW) void load()
  })
  watch(
    () => row()?.pulsedAt,
    () => {
      const plain = row()
      if (!plain || state.value !== 'done' || range.fixed.value !== undefined) return
      const { equity, balance, drawdown, more, pulsedAt: at } = plain
      const step = range.seconds.value / CHART_POINTS
      if (continueSeries(series.value, { at, equity, balance, drawdown, more }, step)) revision.value++
    },
  )
  return { series, revision, state, reload: load }
}
