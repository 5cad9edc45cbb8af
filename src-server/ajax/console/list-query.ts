import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery } from '../../contract/paging.ts'
import { readCursor } from '../../domain/paging/cursor.ts'
import { Refused } from '../../services/refused.ts'

/**
 * A list's page, order and search as the store takes them. The default is the newest first.
 *
 * @throws Refused 422 for a cursor of another list or order
 */
export function listQuery<S extends string>(
  input: {
    readonly page: number
    readonly size: number
    readonly sort?: S | undefined
    readonly desc?: boolean | undefined
    readonly search?: string | undefined
    readonly exact?: boolean | undefined
    readonly after?: string | undefined
  },
  byDefault: S,
): ListQuery<S> {
  const sort = input.sort ?? byDefault
  const after = input.after === undefined ? undefined : readCursor(input.after, sort)
  if (input.after !== undefined && after === undefined)
    throw new Refused(CONSOLE.invalid, 'This list can not be continued there', { after: 'of another list' })
  return {
    offset: (input.page - 1) * input.size,
    limit: input.size,
    sort,
    desc: input.desc ?? input.sort === undefined,
    search: input.search,
    exact: input.exact,
    after,
  }
}

/** The rows that a bulk act is about, without the other members of its input. */
export function selectionOf<F>(input: {
  readonly ids?: readonly number[] | undefined
  readonly filter?: F | undefined
  readonly search?: string | undefined
  readonly dry_run: boolean
}) {
  return { ids: input.ids, filter: input.filter, search: input.search, dryRun: input.dry_run }
}
