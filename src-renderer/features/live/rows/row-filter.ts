import { isClosing, isPaused, type LiveRow } from './live-row.ts'
import { bandOf } from './drawdown-spread.ts'

export const ROW_STATES = [
  'all',
  'critical',
  'warning',
  'paused',
  'silent',
  'closing',
  'profit',
  'loss',
] as const
export type RowState = (typeof ROW_STATES)[number]

/** What the table shows. `app` and `server` also bound the totals; the rest bounds the table only. */
export interface RowFilter {
  readonly state: RowState
  /** Index of a band of the drawdown spread. */
  readonly band: number | null
  readonly text: string
  readonly app: number | null
  readonly server: string | null
}

export const NO_FILTER: RowFilter = { state: 'all', band: null, text: '', app: null, server: null }

export function isFiltered(filter: RowFilter): boolean {
  return (
    filter.state !== 'all' ||
    filter.band !== null ||
    filter.text.trim() !== '' ||
    filter.app !== null ||
    filter.server !== null
  )
}

export function isInScope(row: LiveRow, filter: RowFilter): boolean {
  return (
    (filter.app === null || row.app === filter.app) &&
    (filter.server === null || row.server === filter.server)
  )
}

export function hasState(row: LiveRow, state: RowState): boolean {
  switch (state) {
    case 'all':
      return true
    case 'critical':
    case 'warning':
      return row.risk === state
    case 'paused':
      return isPaused(row)
    case 'silent':
      return row.health === 'silent'
    case 'closing':
      return isClosing(row)
    case 'profit':
      return (row.floating ?? 0) > 0
    case 'loss':
      return (row.floating ?? 0) < 0
  }
}

/** Every word of the text occurs somewhere in account, label or licence. */
function hasWords(row: LiveRow, words: readonly string[]): boolean {
  return words.every((word) => row.haystack.includes(word))
}

/** The test for rows in scope, prepared once and asked for every row. */
export function matcherOf(filter: RowFilter): (row: LiveRow) => boolean {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) =>
    hasState(row, filter.state) &&
    (filter.band === null || bandOf(row.drawdown) === filter.band) &&
    hasWords(row, words)
}
