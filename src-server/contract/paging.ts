import { z } from 'zod'
import { MAX_BULK_IDS, MAX_PAGE_SIZE } from './limits.ts'

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
    /** Counts all that match, however many: for what acts on the number, not for turning pages. */
    exact: z.boolean().optional(),
    filter: z
      .strictObject(filter)
      .partial()
      .default({} as never),
  })
}

/**
 * What every list returns. `total` counts all that match, not the page, up to COUNTED_ROWS: there are more than that when
 * `total_exact` is false. `next` continues, null after the last.
 */
export function listOutput<R extends z.ZodType>(row: R) {
  return z.object({
    rows: z.array(row),
    total: z.int(),
    total_exact: z.boolean().optional(),
    next: z.string().nullish(),
  })
}

/** What every bulk act returns: how many were done, and which were not with the reason. */
export const bulkOutput = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type BulkResult = z.output<typeof bulkOutput>

/** What a bulk act returns that may be too long to wait for: then only `job`, whose progress the live stream tells. */
export const bulkAnswer = bulkOutput.partial().extend({ job: z.string().optional() })
export type BulkAnswer = z.output<typeof bulkAnswer>

/**
 * What a bulk act is done to: `ids`, or `filter` with `search` for all that the list shows with them. `dry_run` counts
 * and does nothing. For `z.strictObject({...bulkTarget(filter), ...}).refine(...ONE_TARGET)`.
 */
export function bulkTarget<const F extends z.ZodRawShape>(filter: F) {
  return {
    ids: z.array(z.int().min(1)).min(1).max(MAX_BULK_IDS).optional(),
    filter: z.strictObject(filter).partial().optional(),
    search: z.string().trim().max(200).optional(),
    dry_run: z.boolean().default(false),
  }
}
/** A bulk act without a target would be one on everything: it has to say so with an empty filter. */
export const ONE_TARGET = [
  ({ ids, filter }: { readonly ids?: unknown; readonly filter?: unknown }) =>
    (ids === undefined) !== (filter === undefined),
  { error: 'either ids or filter', path: ['ids'] as string[] },
] as const

export interface Page<R> {
  readonly rows: R[]
  readonly total: number
  /** false: there are more than `total`. */
  readonly total_exact?: boolean | undefined
  readonly next?: string | null | undefined
}

/** A page of a list as the server asks for it: `limit` rows from `offset` on, in the order of `sort`, ties by id. */
export interface ListQuery<S extends string> {
  readonly offset: number
  readonly limit: number
  readonly sort: S
  readonly desc: boolean
  readonly search?: string | undefined
  /** Count beyond COUNTED_ROWS. */
  readonly exact?: boolean | undefined
  /** Where the page before ended: then `offset` counts for nothing. */
  readonly after?: { readonly value: string | number | null; readonly id: number } | undefined
}
