import { and, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import type { ListQuery } from '../../../contract/paging.ts'
import type { Connection } from '../connection.ts'
import type { Way } from '../listing.ts'
import { containsAny } from '../repositories/search.ts'
import type { SearchName } from './search-kinds.ts'
import { matchOfAll, matchWithin } from './trigrams.ts'

export interface TextSearch {
  readonly kind: SearchName
  readonly id: SQLiteColumn
  /** The columns that are searched. */
  readonly columns: readonly SQLiteColumn[]
  /** Whether other rows of the searched one contain the text. */
  readonly elsewhere?: (text: string) => SQL | undefined
  /** The marks that limit the search. Undefined for no limit. */
  readonly marks: readonly string[] | undefined
  /** The scope as a condition, for rows that aren't in the index yet. */
  readonly scope: SQL | undefined
  /** Texts that every wanted row contains. The list's filter says so, and checks each row. */
  readonly also?: readonly string[]
}

export interface FoundByText {
  /** The condition for each row found. */
  readonly where: SQL | undefined
  /** Undefined when there are so many matches that other ways are faster. */
  readonly ways: readonly Way[] | undefined
  /** In that case: the first matches in the order of ids, and the rows that wait for the index. */
  readonly first?: readonly Way[]
}

/** A page in the order of ids, which is the order of the index. */
export interface ById {
  readonly desc: boolean
  readonly after: number | undefined
}

/** @returns undefined for a list in another order */
export function byIdOf(query: ListQuery<string>): ById | undefined {
  return query.sort === 'id' ? { desc: query.desc, after: query.after?.id } : undefined
}

/** Above this number, a query with a mark for each application would be slower than one without marks. */
const MOST_MARKS = 200

/** Finds rows whose texts contain `text`. ASCII letters match in either case. */
export function findByText(
  { raw }: Connection,
  search: TextSearch,
  text: string | undefined,
  byId?: ById,
): FoundByText {
  const texts = [text ?? '', ...(search.also ?? [])].filter((one) => one !== '')
  if (texts.length === 0) return { where: undefined, ways: undefined }
  // No text holds a NUL, and an operator without applications sees no rows.
  if (texts.some((one) => one.includes('\0')) || search.marks?.length === 0) {
    return { where: sql`0`, ways: [{ where: sql`${search.id} IN ()` }] }
  }
  const match = matchOfAll(texts)
  const where =
    text === undefined || text === ''
      ? undefined
      : or(containsAny(search.columns, text), search.elsewhere?.(text))
  if (match === undefined) return { where, ways: undefined }
  const { kind, id, marks, scope } = search
  const question = marks === undefined || marks.length > MOST_MARKS ? match : matchWithin(match, marks)
  const matches = `SELECT rowid FROM ${kind}_search WHERE ${kind}_search MATCH ?`
  const ids = (beyond: string, ...values: readonly number[]) =>
    raw
      .prepare<[string, ...number[]], number>(`${matches} ${beyond} LIMIT ${COUNTED_ROWS + 1}`)
      .pluck()
      .all(question, ...values)
  const waysTo = (some: readonly number[]): Way[] => {
    const known = sql`(SELECT value FROM json_each(${JSON.stringify(some)}))`
    const waiting = sql`(SELECT id FROM ${sql.identifier(`${kind}_search_queue`)})`
    return [
      { where: and(sql`${id} IN ${known}`, scope) },
      { where: and(sql`${id} IN ${waiting}`, sql`${id} NOT IN ${known}`, scope) },
    ]
  }
  const all = ids('')
  if (all.length <= COUNTED_ROWS) return { where, ways: waysTo(all) }
  if (byId === undefined) return { where, ways: undefined }
  const order = `ORDER BY rowid ${byId.desc ? 'DESC' : 'ASC'}`
  const first =
    byId.after === undefined ? ids(order) : ids(`AND rowid ${byId.desc ? '<' : '>'} ? ${order}`, byId.after)
  return { where, ways: undefined, first: waysTo(first) }
}
