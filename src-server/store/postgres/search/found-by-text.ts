import { or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import type { ListQuery } from '../../../contract/paging.ts'
import { groupsOf } from '../../search/groups.ts'
import { firstIds, type Ids } from '../any-of.ts'
import { rowsOf, type Connection } from '../connection.ts'
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
  /** The condition for each row found. Undefined where the ids say it all. */
  readonly where: SQL | undefined
  /** All rows found, before filters. Undefined when there are so many that other ways are faster, or no index helps. */
  readonly ids: Ids | undefined
  /** When there are so many: rows that contain the texts, more than are counted. Marks may have let others through. */
  readonly some?: Ids
  /** When there are so many, for a page in the order of ids: the first ones, which may be all after the cursor. */
  readonly first?: { readonly ids: Ids; readonly areAll: boolean }
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
/** Up to so many rows with the text are read and sorted. Along the index of an order, they may be far from each other. */
const MOST_SORTED = 20_000
/** So many rows are looked through before the index gives all rows with the text, and then sorts them. */
const NEAR = 20_000
/** A common text is in some more rows than are counted among the first of so many, unless few rows are in sight. */
const MOST_KNOWN = 1.2 * COUNTED_ROWS
const MOST_LOOKED_AT = 3 * NEAR
/** Separates the texts of a row in the index, which has no groups across it. */
const BETWEEN_TEXTS = '\u0001'
/** A text in a larger share of the rows than this has enough of them near the beginning of any order. */
const COMMON = 0.15
/** The index reads all rows of a group. It reads those in so many times more rows than the rarest one for nothing. */
const FAR = 4
/** The share of groups that the statistics don't name. */
const RARE = 0.001
/** Two groups of a common word are enough for the index: others are in the same rows. */
const ENOUGH = 2

/** Finds rows whose texts contain `text`. ASCII letters match in either case. */
export async function findByText(
  connection: Connection,
  search: TextSearch,
  text: string | undefined,
  byId?: ById,
): Promise<FoundByText> {
  const { kind, marks, columns, elsewhere } = search
  const sought = text === '' ? undefined : text
  const also = (search.also ?? []).filter((one) => one !== '')
  const texts = sought === undefined ? also : [sought, ...also]
  if (texts.length === 0) return { where: undefined, ids: undefined }
  // No text holds a NUL, and an operator without applications sees no rows.
  if (texts.some((one) => one.includes('\0')) || marks?.length === 0) return { where: sql`false`, ids: NONE }
  const where = sought === undefined ? undefined : or(containsAny(columns, sought), elsewhere?.(sought))
  const groups = texts.flatMap((one) => groupsOf(lowered(one)) ?? [])
  if (groups.length === 0 || texts.some((one) => one.includes(BETWEEN_TEXTS)))
    return { where, ids: undefined }
  const table = sql.identifier(`${kind}_search`)
  const limits = marks === undefined || marks.length > MOST_MARKS ? [] : marks
  const chosen = choose(groups, limits, await sharesOf(connection, kind, [...groups, ...limits]))
  const inIndex = sql`search_groups(${table}.content, ${table}.marks)`
  const hasMark = (of: SQL) =>
    limits.length === 0 ? sql`` : sql`AND ${of} && ${sql.param([...limits])}::text[]`
  const contained = sql`${inIndex} @> ${sql.param(chosen.groups)}::text[] ${chosen.byMarks ? hasMark(inIndex) : sql``}`
  // The collation of the contents folds ASCII letters only, as the list's condition does, in a tenth of the time.
  const holds =
    sought === undefined ? sql`` : sql`AND strpos(lower(${table}.content), ${asciiLowered(sought)}) > 0`
  const holdsAlso = also.map((one) => sql`AND strpos(search_folded(${table}.content), ${lowered(one)}) > 0`)
  const onRow = hasMark(sql`${table}.marks`)
  const among = (rows: number, order: SQL, most: number) =>
    firstIds(
      connection,
      sql`SELECT id FROM (SELECT * FROM ${table} WHERE true ${order} LIMIT ${rows}) AS ${table}
        WHERE true ${holds} ${sql.join(holdsAlso, sql` `)} ${onRow} LIMIT ${most}`,
    )
  if (chosen.isCommon)
    return { where, ids: undefined, some: (await among(MOST_LOOKED_AT, sql``, MOST_KNOWN)).ids }
  const all = await firstIds(
    connection,
    sql`SELECT id FROM ${table} WHERE ${contained} ${holds} ${chosen.byMarks ? sql`` : onRow} LIMIT ${MOST_SORTED + 1}`,
  )
  // The texts of the index are those of the columns, so that nothing is left to check.
  if (all.count <= MOST_SORTED) return { where: undefined, ids: all.ids }
  const many = { where, ids: undefined, some: all.ids }
  if (byId === undefined) return many
  const most = Math.min(byId.wanted * SLACK, COUNTED_ROWS)
  const near = await among(NEAR, orderOf(byId), most)
  if (near.count >= most) return { ...many, first: { ids: near.ids, areAll: false } }
  // Without OFFSET 0 the plan may go along the ids and make the groups of each row.
  const first = await firstIds(
    connection,
    sql`SELECT id FROM (SELECT id FROM ${table} WHERE ${contained} OFFSET 0) AS found
      WHERE true ${orderOf(byId)} LIMIT ${most}`,
  )
  return { ...many, first: { ids: first.ids, areAll: first.count < most } }
}

interface Chosen {
  readonly groups: string[]
  readonly byMarks: boolean
  readonly isCommon: boolean
}

/** The question to the index: the rarest groups, and the marks unless they are in many more rows. */
function choose(
  groups: readonly string[],
  marks: readonly string[],
  shares: ReadonlyMap<string, number>,
): Chosen {
  const shareOf = (word: string) => shares.get(word) ?? RARE
  const sorted = Array.from(new Set(groups)).sort((a, b) => shareOf(a) - shareOf(b))
  const rarest = Math.min(...sorted.map(shareOf))
  const ofMarks = marks.length === 0 ? 1 : marks.reduce((sum, mark) => sum + shareOf(mark), 0)
  const least = Math.min(rarest, ofMarks)
  const near = sorted.filter((group) => shareOf(group) <= least * FAR)
  return {
    groups: rarest > RARE ? near.slice(0, ENOUGH) : near,
    byMarks: marks.length > 0 && ofMarks <= least * FAR,
    isCommon: least > COMMON,
  }
}

/** The shares of rows that hold frequent groups and marks, as of the last ANALYZE. */
async function sharesOf(
  { orm }: Connection,
  kind: SearchName,
  words: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ word: string; share: number }>(
    orm,
    sql`SELECT word, share FROM pg_stats,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) AS frequent (word, share)
      WHERE schemaname = current_schema() AND tablename = ${`${kind}_search_groups`} AND word = ANY(${sql.param([...words])}::text[])`,
  )
  return new Map(rows.map(({ word, share }) => [word, share]))
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

function asciiLowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
