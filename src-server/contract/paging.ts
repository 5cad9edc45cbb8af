import { z } from 'zod'
import { MAX_BULK_IDS, MAX_PAGE_SIZE } from './limits.ts'
import { referenceTo } from './reference.ts'
import type { ReferenceKind } from './reference-kinds.ts'

/** The input of every list: `{page, size, sort?, desc?, search?, filter?}`. */
export function listInput<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: S,
  filter: F,
) {
  return z.strictObject({
    page: z.int().min(1).max(1_000_000).default(1),
    size: z.int().min(1).max(MAX_PAGE_SIZE).default(50),
    /**
     * `next` of the previous page: continues there, whatever was inserted in the meantime. `page` has no
     * effect then.
     */
    after: z.string().min(1).max(1024).optional(),
    sort: z.enum(sortable).optional(),
    desc: z.boolean().optional(),
    search: z.string().trim().max(200).optional(),
    /**
     * Counts all matches, whatever their number. For callers that act on the number, not for turning pages.
     */
    exact: z.boolean().optional(),
    filter: z
      .strictObject(filter)
      .partial()
      .default({} as never),
  })
}

/**
 * The output of every list. `total` counts all matches, not just the page, up to COUNTED_ROWS. When
 * `total_exact` is false, there are more. `next` continues, and is null after the last page.
 */
export function listOutput<R extends z.ZodType>(row: R) {
  return z.object({
    rows: z.array(row),
    total: z.int(),
    total_exact: z.boolean().optional(),
    next: z.string().nullish(),
  })
}

/** The output of every bulk action: the number of rows done, and the skipped rows with their reasons. */
export const bulkOutput = z.object({
  done: z.int(),
  skipped: z.array(z.object({ id: z.int(), reason: z.string() })),
})
export type BulkResult = z.output<typeof bulkOutput>

/**
 * The output of a bulk action that may take long. Then it holds only `job`, and the live stream reports its
 * progress.
 */
export const bulkAnswer = bulkOutput.partial().extend({ job: z.string().optional() })
export type BulkAnswer = z.output<typeof bulkAnswer>

/**
 * The target of a bulk action: `ids`, or `filter` with `search` for all rows that the list shows with them.
 * `dry_run` counts and changes nothing. For
 * `z.strictObject({...bulkTarget(kind, filter), ...}).refine(...ONE_TARGET)`.
 */
export function bulkTarget<const F extends z.ZodRawShape>(to: ReferenceKind, filter: F) {
  return {
    ids: z.array(referenceTo(to)).min(1).max(MAX_BULK_IDS).optional(),
    filter: z.strictObject(filter).partial().optional(),
    search: z.string().trim().max(200).optional(),
    dry_run: z.boolean().default(false),
  }
}
/** A bulk action on everything must say so with an empty filter. Without a target it is refused. */
export const ONE_TARGET = [
  ({ ids, filter }: { readonly ids?: unknown; readonly filter?: unknown }) =>
    (ids === undefined) !== (filter === undefined),
  { error: 'either ids or filter', path: ['ids'] as string[] },
] as const

/** A bulk change without a member that changes something is refused. A dry run may only count. */
export function someChange(members: object) {
  return [
    (given: Readonly<Record<string, unknown>>) =>
      given['dry_run'] === true || Object.keys(members).some((name) => given[name] !== undefined),
    { error: 'no change', path: ['change'] as string[] },
  ] as const
}

export interface Page<R> {
  readonly rows: R[]
  readonly total: number
  /** False when there are more than `total`. */
  readonly total_exact?: boolean | undefined
  readonly next?: string | null | undefined
}

/**
 * A page of a list in the server's form: `limit` rows from `offset` on, sorted by `sort`, and by id for equal
 * values.
 */
export interface ListQuery<S extends string> {
  readonly offset: number
  readonly limit: number
  readonly sort: S
  readonly desc: boolean
  readonly search?: string | undefined
  /** Count beyond COUNTED_ROWS. */
  readonly exact?: boolean | undefined
  /** The place where the previous page ended. `offset` has no effect then. */
  readonly after?: { readonly value: string | number | null; readonly id: number } | undefined
}
