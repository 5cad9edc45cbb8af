import { alias } from 'drizzle-orm/sqlite-core'
import type { OperatorWithEmployer } from '../../../domain/access/operator.ts'
import { operators, staffRoles } from '../schema/index.ts'

/** The employers of operators, for a left join. */
export const employers = alias(operators, 'employers')
/** The columns of a person with everything that limits them. */
export const PERSON = { operator: operators, employer: employers, staffRole: staffRoles }

type Nullable<T> = { readonly [K in keyof T]: T[K] | (undefined extends T[K] ? null : never) }

/** A row as it comes from two left joins: a missing record is undefined, not null. */
export function withEmployer<R extends Nullable<OperatorWithEmployer>>(
  found: R | undefined,
): (R & OperatorWithEmployer) | undefined {
  if (found === undefined) return undefined
  return { ...found, employer: found.employer ?? undefined, staffRole: found.staffRole ?? undefined }
}
