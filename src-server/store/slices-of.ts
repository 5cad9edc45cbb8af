/**
 * So many rows of an act go to the store together: over a network, each alone would wait for its answer, and all other
 * writers with it. More would hold the event loop for too long where the store is in the process.
 */
export const TOGETHER = 100

/** The rows in their order, cut into slices of at most `most` rows. */
export function slicesOf<T>(rows: readonly T[], most: number): T[][] {
  const count = Math.ceil(rows.length / most)
  return Array.from({ length: count }, (_, n) => rows.slice(n * most, (n + 1) * most))
}
