/** Above this number, sorting everything is faster than keeping the first rows in order. */
const KEPT_IN_ORDER = 2000

/** The first `count` rows in the order of `compare`, without sorting the others. */
export function firstRows<R>(rows: Iterable<R>, count: number, compare: (a: R, b: R) => number): R[] {
  if (count > KEPT_IN_ORDER) return [...rows].sort(compare).slice(0, count)
  const first: R[] = []
  for (const row of rows) {
    const last = first.at(-1)
    if (first.length === count && (last === undefined || compare(row, last) >= 0)) continue
    if (first.length === count) first.pop()
    first.splice(placeOf(row, first, compare), 0, row)
  }
  return first
}

/** The place after all rows that come before `row`. */
function placeOf<R>(row: R, sorted: readonly R[], compare: (a: R, b: R) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = sorted[middle]
    if (other !== undefined && compare(other, row) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
