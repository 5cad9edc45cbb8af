import type { Preferences } from '../../../../src-server/contract/records/preferences.ts'
import { BAND_STARTS } from '../rows/drawdown-spread.ts'
import { NO_FILTER, isRowState, type RowFilter } from '../rows/row-filter.ts'
import { isSortKey, WORST_FIRST, type RowOrder } from '../rows/row-order.ts'

/** A filter and an order under a name. */
export interface SavedView {
  readonly name: string
  readonly filter: RowFilter
  readonly order: RowOrder
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readFilter(value: unknown): RowFilter {
  if (!isRecord(value)) return NO_FILTER
  const { state, band, text, app, server } = value
  return {
    state: isRowState(state) ? state : NO_FILTER.state,
    band: typeof band === 'number' && BAND_STARTS[band] !== undefined ? band : null,
    text: typeof text === 'string' ? text : '',
    app: typeof app === 'number' ? app : null,
    server: typeof server === 'string' ? server : null,
  }
}

function readOrder(value: unknown): RowOrder {
  if (!isRecord(value)) return WORST_FIRST
  const { key, desc } = value
  return isSortKey(key) ? { key, desc: desc !== false } : WORST_FIRST
}

type KeptViews = NonNullable<Preferences['board_views']>

/** This person's views by name. A view of an older version loses only what this one doesn't know. */
export function savedViewsOf(kept: KeptViews = {}): SavedView[] {
  return Object.entries(kept)
    .map(([name, view]) => ({ name, filter: readFilter(view.filter), order: readOrder(view.order) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** A view as the server keeps it. */
export function keptView({ filter, order }: Omit<SavedView, 'name'>): KeptViews[string] {
  return { filter: { ...filter }, order: { ...order } }
}

export function isSameView(a: Omit<SavedView, 'name'>, b: Omit<SavedView, 'name'>): boolean {
  return (
    a.order.key === b.order.key &&
    a.order.desc === b.order.desc &&
    a.filter.state === b.filter.state &&
    a.filter.band === b.filter.band &&
    a.filter.text === b.filter.text &&
    a.filter.app === b.filter.app &&
    a.filter.server === b.filter.server
  )
}
