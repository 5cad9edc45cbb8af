import { computed, shallowRef, type ComputedRef } from 'vue'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { serverNow } from '../../../subjects/clock/server-clock.ts'
import { HISTORY_RANGES, type HistoryRange } from './history-series.ts'

/** Unix seconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The range of an account's chart. The server keeps the person's choice, but no zoom. */
export interface ChartRange {
  readonly name: ComputedRef<HistoryRange | 'own'>
  /** The own range or the zoomed part. undefined for a range that ends now. */
  readonly fixed: ComputedRef<Span | undefined>
  readonly isZoomed: ComputedRef<boolean>
  /** The length of the range, seconds. */
  readonly seconds: ComputedRef<number>
  /** The span at this moment. */
  span(): Span
  choose(name: HistoryRange): void
  chooseOwn(span: Span): void
  zoom(span: Span): void
  back(): void
}

/** A shorter part shows nothing more, seconds. */
const LEAST_ZOOM = 120

/** An account younger than this has nothing to show in a day's chart yet, seconds. */
const YOUNG = 6 * 3600

/** @param createdAt of the account: a person who never chose a range sees the last hour of a young one, else a day */
export function useChartRange(createdAt: () => number | undefined): ChartRange {
  const preferences = usePreferences()
  const zooms = shallowRef<readonly Span[]>([])
  const name = computed(() => {
    const { chart_range: kept, chart_own: own } = preferences.kept
    if (kept !== undefined && (kept !== 'own' || own !== undefined)) return kept
    return serverNow() - (createdAt() ?? 0) < YOUNG ? '1H' : '1D'
  })
  const fixed = computed<Span | undefined>(
    () => zooms.value.at(-1) ?? (name.value === 'own' ? preferences.kept.chart_own : undefined),
  )
  const lengthOf = (chosen: HistoryRange | 'own') => (chosen === 'own' ? 0 : HISTORY_RANGES[chosen])
  const seconds = computed(() =>
    fixed.value === undefined ? lengthOf(name.value) : fixed.value.to - fixed.value.from,
  )
  return {
    name,
    fixed,
    seconds,
    isZoomed: computed(() => zooms.value.length > 0),
    span() {
      const to = serverNow()
      return fixed.value ?? { from: to - seconds.value, to }
    },
    choose(chosen) {
      zooms.value = []
      preferences.change({ chart_range: chosen })
    },
    chooseOwn({ from, to }) {
      zooms.value = []
      preferences.change({ chart_range: 'own', chart_own: { from, to } })
    },
    zoom({ from, to }) {
      const middle = (from + to) / 2
      const half = Math.max(LEAST_ZOOM, to - from) / 2
      const part = { from: Math.floor(middle - half), to: Math.ceil(middle + half) }
      // Plots whose cursors move together tell one drag each.
      const last = zooms.value.at(-1)
      if (last?.from === part.from && last.to === part.to) return
      zooms.value = [...zooms.value, part]
    },
    back() {
      zooms.value = zooms.value.slice(0, -1)
    },
  }
}
