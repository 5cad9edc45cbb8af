import type { OperatorWithEmployer } from '../domain/access/operator.ts'

type Nullable<T> = { readonly [K in keyof T]: T[K] | (undefined extends T[K] ? null : never) }

/** A row as it comes from two left joins: a missing record is undefined, not null. */
export function withEmployer<R extends Nullable<OperatorWithEmployer>>(
  found: R | undefined,
): (R & OperatorWithEmployer) | undefined {
  if (found === undefined) return undefined
  return { ...found, employer: found.employer ?? undefined, staffRole: found.staffRole ?? undefined }
}
