import type { ListQuery, Page } from '../../src-server/contract/paging.ts'
import { walk } from '../integration/list-pages.ts'

type Ask<S extends string> = Pick<ListQuery<S>, 'sort' | 'desc'> & Partial<ListQuery<S>>

/** A query for a long page. */
export function query<S extends string>(asked: Ask<S>): ListQuery<S> {
  return { offset: 0, limit: 100, ...asked }
}

/** @returns all rows of a list, read page by page with cursors */
export function walkList<S extends string, R extends { readonly id: number }>(
  list: (query: ListQuery<S>) => Promise<Page<R>>,
  asked: Ask<S>,
  limit: number,
): Promise<R[]> {
  return walk(asked.sort, (after) => list({ ...query(asked), limit, after }))
}

/** Rows in the order of a list: NULL first, texts by bytes, and equal values by id. */
export function inOrder<R extends { readonly id: number }>(
  rows: readonly R[],
  valueOf: (row: R) => string | number | null,
  isFalling: boolean,
): R[] {
  const compare = (a: R, b: R) => compareValues(valueOf(a), valueOf(b)) || a.id - b.id
  return [...rows].sort((a, b) => (isFalling ? compare(b, a) : compare(a, b)))
}

function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}
