/** The lower or the higher of two values. null is no value. */
export function extreme(
  pick: (a: number, b: number) => number,
  a: number | null,
  b: number | null,
): number | null {
  if (a === null) return b
  return b === null ? a : pick(a, b)
}
