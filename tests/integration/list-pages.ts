import type Database from 'better-sqlite3'
import type { ListQuery, Page } from '../../src-server/contract/paging.ts'
import { readCursor } from '../../src-server/domain/paging/cursor.ts'

/** A cursor like the console's, as far as the schema requires. */
export function addApplication(to: Database.Database): void {
  const columns = to
    .prepare<[], { name: string; type: string }>(
      `SELECT name, type FROM pragma_table_info('applications') WHERE "notnull" AND dflt_value IS NULL AND name <> 'id'`,
    )
    .all()
  const values = columns.map(({ name, type }) =>
    name === 'owner_id' ? '1' : type === 'INTEGER' ? '0' : `'{}'`,
  )
  to.exec(
    `INSERT INTO applications (${columns.map(({ name }) => name).join(', ')}) VALUES (${values.join(', ')})`,
  )
}

/** A page of 50, the newest first, unless the input says otherwise. */
export const query = <S extends string>(asked: Partial<ListQuery<S>>) =>
  ({ offset: 0, limit: 50, sort: 'id', desc: true, ...asked }) as ListQuery<S>

/** All pages, by cursor. */
export async function walk<S extends string, R>(
  sort: S,
  page: (after: ListQuery<S>['after']) => Promise<Page<R>>,
  most = 1000,
): Promise<R[]> {
  const rows: R[] = []
  for (let after: ListQuery<S>['after'], turn = 0; turn < most; turn++) {
    const { rows: more, next } = await page(after)
    rows.push(...more)
    if (next === null || next === undefined) return rows
    after = readCursor(next, sort)!
  }
  return rows
}
