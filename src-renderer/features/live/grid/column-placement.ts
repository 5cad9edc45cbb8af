import type { ColumnLayout } from '../../../../src-server/contract/records/preferences.ts'
import { isFixed, WIDTHS, type Column, type ColumnId } from './columns.ts'

/** A person's choice for the columns. */
export interface ColumnChoice {
  /** Visible or not, by column, where that differs from how the table comes. */
  readonly shown: Readonly<Record<string, boolean>>
  readonly layout: ColumnLayout
}

export interface PlacedColumn extends Column {
  /** px, whole. */
  readonly placed: number
  /** px from the left edge, where it stays while the others scroll. Undefined for a column that scrolls. */
  readonly left: number | undefined
}

export interface Placement {
  readonly columns: readonly PlacedColumn[]
  /** Columns that are switched on and have no room. */
  readonly dropped: readonly Column[]
}

const PINNED: readonly string[] = ['health', 'account']

export function isShown(column: Column, { shown }: ColumnChoice): boolean {
  return isFixed(column) || (shown[column.id] ?? !column.extra)
}

export function isPinned(column: Column, { layout }: ColumnChoice): boolean {
  return column.id === 'select' || (layout.pinned ?? PINNED).includes(column.id)
}

export function isAlways(column: Column, { layout }: ColumnChoice): boolean {
  return layout.always?.includes(column.id) === true
}

/** The ticks are always first, then the pinned columns, then the others. An unknown column keeps its neighbour. */
export function arrange(columns: readonly Column[], choice: ColumnChoice): readonly Column[] {
  const order = choice.layout.order ?? []
  const place = new Map(order.map((id, index) => [id, index]))
  let last = -1
  const rank = new Map(
    columns.map((column, index) => {
      last = place.get(column.id) ?? last
      return [column.id, last + index / 1000] as const
    }),
  )
  const group = (column: Column) => (column.id === 'select' ? 0 : isPinned(column, choice) ? 1 : 2)
  return [...columns].sort((a, b) => group(a) - group(b) || (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
}

/** The width that a person chose. The ticks have one width. */
function ownWidth(column: Column, { layout }: ColumnChoice): number | undefined {
  return column.id === 'select' ? undefined : layout.widths?.[column.id]
}

/** The columns that fit into `available` px, without those switched off, widened to fill it. */
export function placeColumns(columns: readonly Column[], available: number, choice: ColumnChoice): Placement {
  const wanted = arrange(columns, choice).filter((column) => isShown(column, choice))
  const widthOf = (column: Column) => ownWidth(column, choice) ?? column.width
  // A column that the person switched on outlives those that the table came with.
  const rankOf = ({ id, priority }: Column) => (choice.shown[id] === true ? priority / 2 : priority)
  let kept = wanted
  let width = kept.reduce((sum, column) => sum + widthOf(column), 0)
  while (width > available) {
    const loose = kept.filter((column) => !isFixed(column) && !isAlways(column, choice))
    const [first, ...others] = loose
    if (first === undefined) break
    const least = others.reduce((a, b) => (rankOf(b) >= rankOf(a) ? b : a), first)
    kept = kept.filter((column) => column !== least)
    width -= widthOf(least)
  }
  const spare = Math.max(0, available - width)
  const shareOf = (column: Column) => (ownWidth(column, choice) === undefined ? column.grow : 0)
  const shares = kept.reduce((sum, column) => sum + shareOf(column), 0)
  const scrolls = width > available
  let left = 0
  return {
    columns: kept.map((column) => {
      const placed = widthOf(column) + Math.floor((spare * shareOf(column)) / (shares || 1))
      const stays = scrolls && isPinned(column, choice)
      left += placed
      return { ...column, placed, left: stays ? left - placed : undefined }
    }),
    dropped: wanted.filter((column) => !kept.includes(column)),
  }
}

/** The order after a column is put before another one, or last. */
export function moveColumn(
  columns: readonly Column[],
  choice: ColumnChoice,
  id: ColumnId,
  before: ColumnId | undefined,
): ColumnId[] {
  const ids = arrange(columns, choice).map((column) => column.id)
  const rest = ids.filter((one) => one !== id)
  const at = before === undefined ? rest.length : rest.indexOf(before)
  return [...rest.slice(0, at), id, ...rest.slice(at)]
}

export function boundWidth(width: number): number {
  return Math.round(Math.max(WIDTHS.least, Math.min(WIDTHS.most, width)))
}
