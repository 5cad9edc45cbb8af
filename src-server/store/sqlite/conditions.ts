import { and, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * One condition for each member that a filter may name: a member without one does not compile.
 * @typeParam C what the conditions need besides the value, such as the time
 */
export type Conditions<F extends object, C = undefined> = {
  readonly [K in keyof F]-?: (value: Exclude<F[K], undefined>, context: C) => SQL | undefined
}

/** The ways to the rows keep to this member (listing.ts): the rows themselves are not asked once more. */
export const byTheWay = (): undefined => undefined

/**
 * What a row fulfils that a filter means.
 * @throws Error for a member that no condition knows: nothing is ever done to all rows because one was ignored
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

/** A table's columns by the names that a subject has for them inside. */
export function columnsOf<N extends string>(
  table: Readonly<Record<NoInfer<N>, SQLiteColumn>>,
  names: readonly N[],
): SQLiteColumn[] {
  return names.map((name) => table[name])
}
