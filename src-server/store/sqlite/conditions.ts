import { and, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * One condition for each member of a filter. A missing condition doesn't compile. @typeParam C what the
 * conditions need besides the value, such as the time
 */
export type Conditions<F extends object, C = undefined> = {
  readonly [K in keyof F]-?: (value: Exclude<F[K], undefined>, context: C) => SQL | undefined
}

/** The ways to the rows already apply this member (listing.ts), so it needs no further condition. */
export const byTheWay = (): undefined => undefined

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

/** A table's columns by the inside names of the subject's fields. */
export function columnsOf<N extends string>(
  table: Readonly<Record<NoInfer<N>, SQLiteColumn>>,
  names: readonly N[],
): SQLiteColumn[] {
  return names.map((name) => table[name])
}
