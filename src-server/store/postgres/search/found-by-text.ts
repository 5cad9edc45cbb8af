import { or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import type { ListQuery } from '../../../contract/paging.ts'
import { groupsOf } from '../../search/groups.ts'
import { firstIds, type Ids } from '../any-of.ts'
import type { Connection } from '../connection.ts'
import { containsAny } from '../repositories/search.ts'

/** The tables with a search index over their texts (drizzle/postgres/0002_search.sql). */
export type SearchName = 'code' | 'device' | 'account' | 'audit'

export interface TextSearch {
  readonly kind: SearchName
  /** The columns that are searched. */
  readonly columns: readonly PgColumn[]
  /** Whether other rows of the searched one contain the text. */
  readonly elsewhere?: (text: string) => SQL | undefined
  /** The marks that limit the search. Undefined for no limit. */
  readonly marks: readonly string[] | undefined
  /** Texts that every wanted row contains. The list's filter says so, and checks each row. */
  readonly also?: readonly string[]
}

export interface FoundByText {
  /** The condition for each row found. */
  readonly where: SQL | undefined
  /** All rows that may match. Undefined when there are so many that other ways are faster, or no index helps. */
  readonly ids: Ids | undefined
  /** When there are so many, for a page in the order of ids: the first ones. */
  readonly first?: Ids
}

/** A page in the order of ids. */
export interface ById {
  readonly desc: boolean
  readonly after: number | undefined
  /** The rows of the page, and those before it. */
  readonly wanted: number
}

/** @returns undefined for a list in another order */
export function byIdOf(query: ListQuery<string>): ById | undefined {
  const { sort, desc, after, offset, limit } = query
  return sort === 'id' ? { desc, after: after?.id, wanted: offset + limit } : undefined
}

/** Above this number, a query with a mark for each application would be slower than one without marks. */
const MOST_MARKS = 200
const NONE: Ids = '{}'
/** So many times the wanted rows are read as the first ones, because some are not in sight after all. */
const SLACK = 10
/** So many rows from the cursor on are looked through before the index gives all rows with the text, and then sorts them. */
const NEAR = 20_000
/** Separates the texts of a row in the index, which has no groups across it. */
const BETWEEN_TEXTS = '\u0001'

/** Finds rows whose texts contain `text`. ASCII letters match in either case. */
export async function findByText(
  connection: Connection,
  search: TextSearch,
  text: string | undefined,
  byId?: ById,
): Promise<FoundByText> {
  const { kind, marks, columns, elsewhere } = search
  const texts = [text ?? '', ...(search.also ?? [])].filter((one) => one !== '')
  if (texts.length === 0) return { where: undefined, ids: undefined }
  // No text holds a NUL, and an operator without applications sees no rows.
  if (texts.some((one) => one.includes('\0')) || marks?.length === 0) return { where: sql`false`, ids: NONE }
  const where =
    text === undefined || text === '' ? undefined : or(containsAny(columns, text), elsewhere?.(text))
  const groups = texts
    .flatMap((one) => groupsOf(lowered(one)) ?? [])
    .filter((group) => !group.includes(BETWEEN_TEXTS))
  if (groups.length === 0) return { where, ids: undefined }
  const table = sql.identifier(`${kind}_search`)
  const contained = sql`search_groups(${table}.content, ${table}.marks)`
  const hasMark = (of: SQL) =>
    marks === undefined || marks.length > MOST_MARKS
      ? sql``
      : sql`AND ${of} && ${sql.param([...marks])}::text[]`
  const within = hasMark(contained)
  const matches = (most: number, end = sql``) =>
    firstIds(
      connection,
      sql`SELECT id FROM ${table} WHERE ${contained} @> ${sql.param(groups)}::text[] ${within} ${end} LIMIT ${most}`,
    )
  const all = await matches(COUNTED_ROWS + 1)
  if (all.count <= COUNTED_ROWS) return { where, ids: all.ids }
  if (byId === undefined) return { where, ids: undefined }
  // A plan that goes along the ids sorts out most rows by these conditions before it makes their groups.
  const holdAll = texts.map((one) => sql`AND strpos(search_folded(${table}.content), ${lowered(one)}) > 0`)
  const most = Math.min(byId.wanted * SLACK, COUNTED_ROWS)
  const holds = sql.join(holdAll, sql` `)
  const near = await firstIds(
    connection,
    sql`SELECT id FROM (SELECT * FROM ${table} WHERE true ${orderOf(byId)} LIMIT ${NEAR}) AS ${table}
      WHERE true ${holds} ${hasMark(sql`${table}.marks`)} LIMIT ${most}`,
  )
  const first = near.count >= most ? near : await matches(most, sql`${holds} ${orderOf(byId)}`)
  return { where, ids: undefined, first: first.ids }
}

/** The rows after the cursor, in order. */
function orderOf({ desc, after }: ById): SQL {
  const order = sql.raw(desc ? 'ORDER BY id DESC' : 'ORDER BY id')
  if (after === undefined || !Number.isSafeInteger(after)) return order
  return sql`AND id ${sql.raw(desc ? '<' : '>')} ${after} ${order}`
}

/** The index folds the case of all languages, so that it also finds words that are compared so (hasLine). */
function lowered(text: string): string {
  return text.replace(/[Σς]/g, 'σ').toLowerCase()
}
