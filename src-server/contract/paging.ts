import { z } from 'zod'
import { MAX_PAGE_SIZE } from './limits.ts'

/** What every list takes: `{page, size, sort?, desc?, search?, filter?}` (console-api.md). */
export function listInput<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: S,
  filter: F,
) {
  return z.strictObject({
    page: z.int().min(1).max(1_000_000).default(1),
    size: z.int().min(1).max(MAX_PAGE_SIZE).default(50),
    /** `next` of the page before: continues there, whatever was inserted meanwhile. `page` counts for nothing then. */
    after: z.string().min(1).max(1024).optional(),
    sort: z.enum(sortable).optional(),
    desc: z.boolean().optional(),
    search: z.string().trim().max(200).optional(),
    filter: z
      .strictObject(filter)
      .partial()
      .default({} as never),
  })
}

/** What every list returns. `total` counts all that match, not the page; `next` continues, null after the last. */
export function listOutput<R extends z.ZodType>(row: R) {
  return z.object({ rows: z.array(row), total: z.int(), next: z.string().nullish() })
}

/** What every bulk act returns: how many were done, and which were not with the reason. */
export const bulkOutput = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type BulkResult = z.output<typeof bulkOutput>

export interface Page<R> {
  readonly rows: R[]
  readonly total: number
  readonly next?: string | null | undefined
}

/** A page of a list as the server asks for it: `limit` rows from `offset` on, in the order of `sort`, ties by id. */
export interface ListQuery<S extends string> {
  readonly offset: number
  readonly limit: number
  readonly sort: S
  readonly desc: boolean
  readonly search?: string | undefined
  /** Where the page before ended: then `offset` counts for nothing. */
  readonly after?: { readonly value: string | number | null; readonly id: number } | undefined
}
