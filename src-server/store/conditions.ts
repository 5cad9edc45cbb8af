import { and, eq, inArray, type Column, type SQL } from 'drizzle-orm'
import type { Camel } from '../contract/spelling.ts'
import type { Fields } from '../contract/subjects/field.ts'
import type { Having, InsideName, PlainFilterName, Subject, Value } from '../contract/subjects/subject.ts'

/**
 * One condition for each member of a filter. A missing condition doesn't compile.
 * @typeParam C what the conditions need besides the value, such as the time
 */
export type Conditions<F extends object, C = undefined> = {
  readonly [K in keyof F]-?: (value: Exclude<F[K], undefined>, context: C) => SQL | undefined
}

/** The ways to the rows already apply this member (sqlite/listing.ts), so it needs no further condition. */
export const appliedByWay = (): undefined => undefined

/**
 * The conditions of a filter for its rows.
 * @throws Error for a member without a condition, because ignoring a member could apply a change to all rows
 */
export function matching<F extends object, C = undefined>(
  conditions: Conditions<F, C>,
  filter: F,
  context: C,
): SQL | undefined {
  const known: Readonly<Record<string, ((value: never, context: C) => SQL | undefined) | undefined>> =
    conditions
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
  return and(
    ...wanted.map(([name, value]) => {
      const condition = known[name]
      if (condition === undefined) throw new Error(`no condition answers the filter ${name}`)
      return condition(value as never, context)
    }),
  )
}

/** @param values no limit where left out */
export function among<T extends number | string>(
  column: Column & { readonly _: { readonly data: T } },
  values: readonly T[] | undefined,
): SQL | undefined {
  return values && inArray(column, [...values])
}

/** A table's columns by the inside names of the subject's fields. */
export function columnsOf<N extends string, C extends Column>(
  table: Readonly<Record<NoInfer<N>, C>>,
  names: readonly N[],
): C[] {
  return names.map((name) => table[name])
}

/** The columns of the fields that a list can be sorted by. */
export function sortColumns<F extends Fields, A extends Fields, C extends Column>(
  { sorts, insideNames }: Subject<F, A>,
  table: Readonly<Record<SortedName<F>, C>>,
): Readonly<Record<Having<F, 'sort'>, C>> {
  const columns: Readonly<Record<string, C>> = table
  return Object.fromEntries(sorts.map((name) => [name, columns[insideNames[name] ?? name]])) as Readonly<
    Record<Having<F, 'sort'>, C>
  >
}
type SortedName<F extends Fields> = {
  [N in Having<F, 'sort'>]: InsideName<N, F[N]>
}[Having<F, 'sort'>]

/** The conditions of filters that compare a stored value directly. */
export function plainConditions<F extends Fields, A extends Fields>(
  { plainFilters }: Subject<F, A>,
  table: Readonly<Record<PlainFilterInside<F>, Column>>,
): { readonly [N in PlainFilterName<F> as Camel<N>]: (value: Value<F[N]>) => SQL } {
  const columns: Readonly<Record<string, Column>> = table
  const conditions = plainFilters.map(([member, inside]) => [
    member,
    (value: unknown) => eq(columns[inside] as Column, value),
  ])
  return Object.fromEntries(conditions) as ReturnType<typeof plainConditions<F, A>>
}
type PlainFilterInside<F extends Fields> = {
  [N in PlainFilterName<F>]: InsideName<N, F[N]>
}[PlainFilterName<F>]
