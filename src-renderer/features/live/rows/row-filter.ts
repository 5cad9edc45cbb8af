import { isClosing, isPaused, type LiveRow } from './live-row.ts'
import { bandOf } from './drawdown-spread.ts'

/** The states that the table can be narrowed to, in the order of display, and which rows are in them. */
const IS_IN = {
  all: () => true,
  critical: (row) => row.risk === 'critical',
  warning: (row) => row.risk === 'warning',
  paused: isPaused,
  silent: (row) => row.health === 'silent',
  closing: isClosing,
  profit: (row) => (row.floating ?? 0) > 0,
  loss: (row) => (row.floating ?? 0) < 0,
} satisfies Record<string, (row: LiveRow) => boolean>
export type RowState = keyof typeof IS_IN

export function isRowState(value: unknown): value is RowState {
  return typeof value === 'string' && Object.hasOwn(IS_IN, value)
}
export const ROW_STATES: readonly RowState[] = Object.keys(IS_IN).filter(isRowState)

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
  return IS_IN[state](row)
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
