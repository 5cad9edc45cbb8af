import type { Fields } from '../../contract/subjects/field.ts'
import type {
  InsideName,
  KeptName,
  PlainFilterName,
  Subject,
  Value,
} from '../../contract/subjects/subject.ts'
import type { Camel } from '../../contract/spelling.ts'

/** One check for each member of a filter. A missing check doesn't compile. */
export type Checks<F extends object, C extends (...row: never[]) => boolean> = {
  readonly [K in keyof F]-?: (wanted: Exclude<F[K], undefined>) => C
}

type Kept<F extends Fields> = { readonly [N in KeptName<F> as InsideName<N, F[N]>]: Value<F[N]> }

/**
 * The checks of filters that compare a stored value directly.
 * @param rowOf gives the stored row of the checked item
 */
export function plainChecks<F extends Fields, A extends Fields, L>(
  { plainFilters }: Subject<F, A>,
  rowOf: (live: L) => Kept<F>,
): { readonly [N in PlainFilterName<F> as Camel<N>]: (wanted: Value<F[N]>) => (live: L) => boolean } {
  const checks = plainFilters.map(([member, inside]) => [
    member,
    (wanted: unknown) => (live: L) => (rowOf(live) as Readonly<Record<string, unknown>>)[inside] === wanted,
  ])
  return Object.fromEntries(checks) as ReturnType<typeof plainChecks<F, A, L>>
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
