/** Rows drawn beyond each edge, so that a small movement needs none. */
const MARGIN_ROWS = 3

export interface GridWindow {
  readonly first: number
  readonly count: number
}

/** Which rows are drawn. `count` stays the same while scrolling, so that every DOM row is used again. */
export function windowOf(scrollTop: number, height: number, rowHeight: number, total: number): GridWindow {
  const count = Math.min(total, Math.ceil(height / rowHeight) + 2 * MARGIN_ROWS)
  const first = Math.floor(scrollTop / rowHeight) - MARGIN_ROWS
  return { first: Math.max(0, Math.min(total - count, first)), count }
}

/** Row `index` keeps its DOM element while it is in the window: the element is chosen by the remainder. */
export function slotOf(index: number, { count }: GridWindow): number {
  return index % count
}

/** Where to scroll so that a row is wholly visible; undefined when it is. */
export function scrollInto(
  index: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
): number | undefined {
  const top = index * rowHeight
  if (top < scrollTop) return top
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height
  return undefined
}
