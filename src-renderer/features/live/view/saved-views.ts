import type { Preferences } from '../../../../src-server/contract/records/preferences.ts'
import { boardParts, filterParts, readBoard, type BoardState } from './board-address.ts'

/** A board's filter, order and groups, under a name. */
export interface SavedView extends BoardState {
  readonly name: string
}

type KeptViews = NonNullable<Preferences['board_views']>
type KeptView = KeptViews[string]

/** Earlier versions kept the text as `text`, and the direction of the order as a boolean that was true without a value. */
function partsOf({ filter, order }: KeptView): Readonly<Record<string, unknown>> {
  const { key, desc, ...rest } = order
  return { search: filter['text'], ...filter, ...rest, sort: key, desc: desc === false ? '' : '1' }
}

/** This person's views by name. A view of an older version loses only what this one doesn't know. */
export function savedViewsOf(kept: KeptViews = {}): SavedView[] {
  return Object.entries(kept)
    .map(([name, view]) => ({ name, ...readBoard(partsOf(view)) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** A view as the server keeps it. */
export function keptView(state: BoardState): KeptView {
  const { group, group_sort: groupSort } = boardParts(state)
  return {
    filter: filterParts(state.filter),
    order: { ...state.order, ...(group ? { group } : {}), ...(groupSort ? { group_sort: groupSort } : {}) },
  }
}
