/** The rows in their order, cut into slices of at most `most` rows. */
export function slicesOf<T>(rows: readonly T[], most: number): T[][] {
  const count = Math.ceil(rows.length / most)
  return Array.from({ length: count }, (_, n) => rows.slice(n * most, (n + 1) * most))
}
