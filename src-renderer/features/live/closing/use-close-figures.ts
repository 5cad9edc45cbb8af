import { computed } from 'vue'
import type { LiveRow } from '../rows/live-row.ts'
import { useLiveRows } from '../rows/live-rows.ts'
import { previewClose } from './close-preview.ts'

/** The accounts that a close_all over `rows` asks, what is open in them, and what the figures or the command leave out. */
export function useCloseFigures(rows: readonly LiveRow[]) {
  const live = useLiveRows()
  const many = rows.length > 1
  const leftOut = previewClose(rows)
  const asked = many ? leftOut.rows : rows

  /** Sums of what is known, null where nothing is; and what is not: programs that count no positions. */
  const figures = computed(() => {
    live.followFigures()
    const sum = (values: readonly (number | null)[]) => {
      const known = values.filter((value) => value !== null)
      return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
    }
    const unknown = asked.filter((row) => row.positions === null)
    return {
      positions: sum(asked.map((row) => row.positions)),
      floating: sum(asked.map((row) => row.floating)),
      isKnown: unknown.length === 0,
      unsaid: unknown.filter((row) => row.pulsedAt > 0).length,
    }
  })
  /** The accounts that the figures or the command leave out. */
  const exceptions = computed(() =>
    [
      { name: 'unsaid', n: figures.value.unsaid },
      { name: 'silent', n: leftOut.silent },
      { name: 'flat', n: many ? leftOut.flat : 0 },
      { name: 'underway', n: many ? leftOut.underway : 0 },
    ].filter(({ n }) => n > 0),
  )
  return { asked, figures, exceptions }
}
