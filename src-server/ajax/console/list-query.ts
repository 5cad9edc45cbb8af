import type { ListQuery } from '../../contract/paging.ts'

/** A list's page, order and search as the store takes them; without an order, the newest first. */
export function listQuery<S extends string>(
  input: {
    readonly page: number
    readonly size: number
    readonly sort?: S | undefined
    readonly desc?: boolean | undefined
    readonly search?: string | undefined
  },
  byDefault: S,
): ListQuery<S> {
  return {
    offset: (input.page - 1) * input.size,
    limit: input.size,
    sort: input.sort ?? byDefault,
    desc: input.desc ?? input.sort === undefined,
    search: input.search,
  }
}
