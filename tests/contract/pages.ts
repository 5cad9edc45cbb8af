import { expect } from 'vitest'
import type { ListQuery, Page } from '../../src-server/contract/paging.ts'
import { readCursor } from '../../src-server/domain/paging/cursor.ts'

/** Asks page after page by cursors, and once by page numbers. @returns the ids of all rows in order */
export async function idsOfPages<S extends string>(
  sort: S,
  desc: boolean,
  list: (query: ListQuery<S>) => Promise<Page<{ readonly id: number }>>,
  limit = 2,
): Promise<number[]> {
  const ids: number[] = []
  let after: ListQuery<S>['after']
  let isLast = false
  while (!isLast) {
    const page = await list({ ...{ sort, desc, limit, offset: 0 }, ...(after && { after }) })
    const numbered = await list({ sort, desc, limit, offset: ids.length })
    expect(numbered.rows).toEqual(page.rows)
    ids.push(...page.rows.map(({ id }) => id))
    after = page.next === null ? undefined : readCursor(page.next ?? '', sort)
    isLast = after === undefined
  }
  const all = await list({ sort, desc, limit: 1000, offset: 0, exact: true })
  expect(all).toMatchObject({ total: ids.length, total_exact: true, next: null })
  return ids
}
