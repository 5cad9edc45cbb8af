/** One check for each member of a filter. A missing check doesn't compile. */
export type Checks<F extends object, C extends (...row: never[]) => boolean> = {
  readonly [K in keyof F]-?: (wanted: Exclude<F[K], undefined>) => C
}

/**
 * Checks of a row in memory against a filter.
 * @throws Error for a member without a check, because ignoring a member could apply a change to all rows
 */
export function checksOf<F extends object, C extends (...row: never[]) => boolean>(
  checks: Checks<F, C>,
  filter: F,
): C[] {
  const known: Readonly<Record<string, ((wanted: never) => C) | undefined>> = checks
  return Object.entries(filter).flatMap(([name, wanted]) => {
    if (wanted === undefined) return []
    const check = known[name]
    if (check === undefined) throw new Error(`no check answers the filter ${name}`)
    return [check(wanted as never)]
  })
}
