import { readAsked } from '../../../subjects/custom-fields/field-questions.ts'
import { BAND_STARTS } from '../rows/drawdown-spread.ts'
import { NO_FILTER, isRowState, picksOf, type RowFilter } from '../rows/row-filter.ts'
import { isGroupSort, type Grouping } from '../rows/row-groups.ts'
import { isRowMember } from '../rows/row-members.ts'
import { isSortKey, WORST_FIRST, type RowOrder } from '../rows/row-order.ts'

/** The table's filter, order and groups. */
export interface BoardState {
  readonly filter: RowFilter
  readonly order: RowOrder
  readonly grouping: Grouping | null
}

/** Parts of a board by name, as texts: the query of its address. A part at its default is absent. */
export type BoardParts = Readonly<Record<string, string>>

/** An absent value of a member in the address, where an empty text would be no filter. */
const NONE = '-'
const OTHERS = ['state', 'band', 'search', 'field', 'watched', 'sort', 'desc', 'group', 'group_sort'] as const

/** Whether a name in an address belongs to the board's state. */
export function isBoardPart(name: string): boolean {
  return isRowMember(name) || OTHERS.some((other) => other === name)
}

export function filterParts({ state, band, text, picked, asked, watched }: RowFilter): BoardParts {
  return set({
    state: state === 'all' ? '' : state,
    band: band === null ? '' : String(band),
    search: text.trim(),
    field: asked,
    watched: watched ? '1' : '',
    ...Object.fromEntries(picksOf(picked).map(([member, value]) => [member, value || NONE])),
  })
}

export function boardParts({ filter, order, grouping }: BoardState): BoardParts {
  const isUsual = order.key === WORST_FIRST.key && order.desc
  return {
    ...filterParts(filter),
    ...set({
      sort: isUsual ? '' : order.key,
      desc: !isUsual && order.desc ? '1' : '',
      group: grouping?.by ?? '',
      group_sort: grouping === null || grouping.sort === 'rows' ? '' : grouping.sort,
    }),
  }
}

function set(parts: Readonly<Record<string, string>>): BoardParts {
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''))
}

/** A part that is unknown or damaged is left out. */
export function readFilter(parts: Readonly<Record<string, unknown>>): RowFilter {
  const { state, search, field, watched } = parts
  const asked = textOf(field)
  const band = wholeOf(parts['band'])
  const picked = Object.entries(parts).flatMap(([name, part]) => {
    const value = textOf(part)
    return isRowMember(name) && value !== '' ? [[name, value === NONE ? '' : value] as const] : []
  })
  return {
    state: isRowState(state) ? state : NO_FILTER.state,
    band: band !== undefined && BAND_STARTS[band] !== undefined ? band : null,
    text: textOf(search),
    picked: Object.fromEntries(picked),
    asked: readAsked(asked) === undefined ? '' : asked,
    watched: textOf(watched) === '1',
  }
}

export function readBoard(parts: Readonly<Record<string, unknown>>): BoardState {
  const { sort, desc, group, group_sort: groupSort } = parts
  return {
    filter: readFilter(parts),
    order: isSortKey(sort) ? { key: sort, desc: desc === '1' } : WORST_FIRST,
    grouping: isRowMember(group) ? { by: group, sort: isGroupSort(groupSort) ? groupSort : 'rows' } : null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
function wholeOf(value: unknown): number | undefined {
  const text = textOf(value)
  return /^\d+$/.test(text) ? Number(text) : undefined
}

export function isSameBoard(a: BoardState, b: BoardState): boolean {
  const [these, those] = [boardParts(a), boardParts(b)]
  const names = Object.keys({ ...these, ...those })
  return names.every((name) => these[name] === those[name])
}
