/** One check for each member that a filter may name: a member without one does not compile. */
export type Checks<F extends object, C extends (...row: never[]) => boolean> = {
  readonly [K in keyof F]-?: (wanted: Exclude<F[K], undefined>) => C
}

/**
 * What a filter asks of a row in memory.
 * @throws Error for a member that no check knows: nothing is ever done to all rows because one was ignored
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
