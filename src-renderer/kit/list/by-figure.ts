/** The order of two rows by a figure. A row without the figure is last in both directions. */
export function byFigure(first: number | null, second: number | null, desc: boolean): number {
  if (first === null || second === null) return Number(first === null) - Number(second === null)
  return desc ? second - first : first - second
}
