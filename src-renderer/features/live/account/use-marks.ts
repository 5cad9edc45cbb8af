import { computed, watch, type ComputedRef } from 'vue'
import { useAnswer } from '../../../api/answer.ts'
import { call } from '../../../api/console-client.ts'
import { useLiveStream } from '../../../api/live-stream.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { gatherCalls } from '../../../ui/gather-calls.ts'
import type { ChartRange } from './chart-range.ts'
import { moneyMarks, type ChartMark, type ChartMarkKind } from './mark-looks.ts'
import type { History } from './use-history.ts'

/** Alerts reach the chart after this time at most. */
const GATHER_MS = 10_000
/** The list of preferences that holds the kinds of marks that a person turned off. */
const LIST = 'chart_marks'

export interface Marks {
  /** The marks that the person wants to see, the oldest first. */
  readonly shown: ComputedRef<readonly ChartMark[]>
  readonly isOn: (kind: ChartMarkKind) => boolean
  readonly turn: (kind: ChartMarkKind, on: boolean) => void
  reload(): Promise<void>
}

/** The marks of an account's chart. @param wanted no marks are read where it is false */
export function useMarks(id: () => number, range: ChartRange, history: History, wanted: boolean): Marks {
  const preferences = usePreferences()
  const chosen = computed(() => preferences.kept.columns?.[LIST] ?? {})
  const isOn = (kind: ChartMarkKind) => chosen.value[kind] !== false
  const { value: marks, load } = useAnswer(
    async (signal) => {
      if (!wanted) return []
      const { rows } = await call('device_marks', { id: id(), ...range.span() }, { signal })
      return rows.map((mark) => ({ ...mark, look: mark.kind }))
    },
    () => [id(), range.name.value, range.fixed.value],
  )
  const stream = useLiveStream()
  stream.on('command', ({ device }) => {
    if (device === id()) void load()
  })
  // The event says no account: in a wave of risks it comes four times a second.
  stream.on('risk', gatherCalls(load, GATHER_MS))
  watch(history.state, (state) => {
    if (state === 'failed') marks.value = []
  })
  return {
    shown: computed(() => {
      const moved = history.revision.value >= 0 && wanted ? moneyMarks(history.series.value) : []
      const all: ChartMark[] = [...(marks.value ?? []), ...moved]
      return all.filter(({ look }) => isOn(look)).sort((a, b) => a.at - b.at)
    }),
    isOn,
    turn(kind, on) {
      preferences.change({ columns: { [LIST]: { ...chosen.value, [kind]: on } } })
    },
    reload: load,
  }
}
