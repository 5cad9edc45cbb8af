import type { SortKey } from '../rows/row-order.ts'

interface ColumnOf<I extends string> {
  readonly id: I
  /** Least width, px. */
  readonly width: number
  /** Columns with the highest number go first when the window is narrow; 0 always stays. */
  readonly priority: number
  /** Share of the width that is left over. */
  readonly grow: number
  readonly align: 'start' | 'end'
  readonly sort: SortKey | null
}

function column<const I extends string>(
  id: I,
  width: number,
  priority: number,
  rest: Partial<Pick<ColumnOf<I>, 'grow' | 'align' | 'sort'>> = {},
): ColumnOf<I> {
  return { id, width, priority, grow: 0, align: 'start', sort: null, ...rest }
}

/** In the order of display. */
export const COLUMNS = [
  column('select', 34, 0),
  column('health', 30, 0, { sort: 'worst' }),
  column('account', 122, 0, { grow: 1, sort: 'account' }),
  column('label', 94, 4, { grow: 3, sort: 'label' }),
  column('server', 148, 8, { grow: 2, sort: 'server' }),
  column('app', 104, 12, { grow: 1, sort: 'app' }),
  column('agent', 96, 14, { sort: 'agent' }),
  column('symbol', 78, 11, { sort: 'symbol' }),
  column('balance', 106, 9, { align: 'end', sort: 'balance' }),
  column('equity', 106, 0, { align: 'end', sort: 'equity' }),
  column('floating', 104, 0, { align: 'end', sort: 'floating' }),
  column('drawdown', 132, 0, { align: 'end', sort: 'drawdown' }),
  column('margin', 84, 5, { align: 'end', sort: 'margin' }),
  column('positions', 82, 3, { align: 'end', sort: 'positions' }),
  column('trend', 104, 7, { grow: 1 }),
  column('vip', 88, 13, { sort: 'vip' }),
  column('pause', 158, 2),
  column('close', 102, 1, { sort: 'closing' }),
  column('seen', 64, 6, { align: 'end', sort: 'seen' }),
]

export type ColumnId = (typeof COLUMNS)[number]['id']
/** A column of the live table. */
export type Column = ColumnOf<ColumnId>

/** Columns nobody can switch off: without them a row says not which account it is, or how it does. */
export function isFixed(column: Column): boolean {
  return column.priority === 0
}

export interface PlacedColumn extends Column {
  /** px, whole. */
  readonly placed: number
}

/** The columns that fit into `available` px, without those switched off, widened to fill it. */
export function placeColumns(available: number, hidden: ReadonlySet<ColumnId>): PlacedColumn[] {
  let kept: readonly Column[] = COLUMNS.filter((column) => isFixed(column) || !hidden.has(column.id))
  const widthOf = (columns: readonly Column[]) => columns.reduce((sum, { width }) => sum + width, 0)
  while (widthOf(kept) > available) {
    const least = kept.reduce((a, b) => (b.priority > a.priority ? b : a))
    if (isFixed(least)) break
    kept = kept.filter((column) => column !== least)
  }
  const spare = Math.max(0, available - widthOf(kept))
  const shares = kept.reduce((sum, { grow }) => sum + grow, 0)
  return kept.map((column) => ({
    ...column,
    placed: column.width + Math.floor((spare * column.grow) / (shares || 1)),
  }))
}
