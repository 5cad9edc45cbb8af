import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { CodeState } from '../../../contract/code-names.ts'
import { CODE } from '../../../contract/subjects/code.ts'
import { agentOf, type Scope } from '../../../domain/access/scope.ts'
import type { Code } from '../../../domain/code/code.ts'
import { columnsOf, matching, plainConditions, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { CodeFilter, CodeSelection, CodeSort } from '../../repositories/codes.ts'
import { sortKey } from '../../sort-key.ts'
import { textsOfAnswers } from '../../stored-values.ts'
import type { Connection } from '../connection.ts'
import { pickPage } from '../listing.ts'
import { codes, codeSeats } from '../schema/index.ts'
import { byIdOf, findByText, type TextSearch } from '../search/found-by-text.ts'
import { hasField, hasLine, holdsValue } from '../value-questions.ts'
import { inScope, marksOf, walkedApps } from './scope.ts'
import { contains, containsAny } from './search.ts'

const COLUMNS = {
  id: codes.id,
  kami: codes.kami,
  created_at: codes.createdAt,
  use_time: codes.useTime,
  end_time: codes.endTime,
  recycled_at: codes.recycledAt,
} satisfies Record<CodeSort, PgColumn>

const SEARCH = {
  kind: 'code',
  columns: columnsOf(codes, CODE.searched),
  elsewhere: inSeats,
} satisfies Omit<TextSearch, 'marks'>

/** Whether a trading account of a code with several seats contains the text. */
function inSeats(text: string): SQL | undefined {
  const found = sql`EXISTS (SELECT 1 FROM ${codeSeats} WHERE ${codeSeats.codeId} = ${codes.id} AND ${contains(codeSeats.accountKey, text)})`
  return and(gt(codes.seats, 1), found)
}

// Conditions in the words of the indexes of lists (schema/codes.ts).
const kept = isNull(codes.recycledAt)
const ends = sortKey(codes.endTime)
const uses = sortKey(codes.useTime)
const enabled = and(kept, sql`NOT ${codes.disabled}`)
const hasUses = or(isNull(codes.left), sql`${codes.left} > 0`)

/** The SQL of domain/code/code.ts, codeState. */
export function inState(state: CodeState, now: number): SQL | undefined {
  const alive = and(enabled, hasUses, or(isNull(codes.endTime), gt(codes.endTime, now)))
  switch (state) {
    case 'recycled':
      return isNotNull(codes.recycledAt)
    case 'disabled':
      return and(kept, sql`${codes.disabled}`)
    case 'used_up':
      return and(enabled, sql`is_used_up`)
    case 'expired':
      return and(enabled, hasUses, sql`${ends} BETWEEN 0 AND ${now}`, isNotNull(codes.endTime))
    case 'unused':
      return and(alive, sql`${uses} = -1`, isNull(codes.useTime))
    case 'in_use':
      return and(alive, sql`${uses} >= 0`)
  }
}

/** A page of codes. Recycled codes only when the filter asks for them. */
export async function listCodes(
  connection: Connection,
  scope: Scope,
  filter: CodeFilter,
  query: ListQuery<CodeSort>,
  now: number,
): Promise<Page<Code>> {
  const columns = codeColumns(filter)
  const order = keyset<CodeSort, Code>(query, columns, codes.id)
  const found = await findByText(
    connection,
    { ...SEARCH, marks: await marksOf(connection, scope, filter), also: textsIn(filter) },
    query.search,
    columns[query.sort] === codes.id ? byIdOf({ ...query, sort: 'id' }) : undefined,
  )
  const agent = agentOf(scope, filter)
  const { where, ...counted } = await pickPage(
    connection,
    {
      table: codes,
      scope: inScope(connection, scope, codes),
      where: and(fulfils(filter, now), agent === undefined ? undefined : eq(codes.agentId, agent)),
      // A batch belongs to one application, and an index of batches has its codes in the order of ids.
      apps: filter.batch === undefined ? walkedApps(scope, filter) : undefined,
      sortsAll: filter.batch !== undefined && columns[query.sort] !== codes.id,
      found,
    },
    { ...order, limit: query.limit, exact: query.exact },
  )
  const rows = await connection.orm
    .select()
    .from(codes)
    .where(where)
    .orderBy(...order.orderBy)
    .limit(query.limit)
    .offset(order.offset)
  return { rows, ...counted, next: order.next(rows) }
}

/**
 * The columns a list can be sorted by. A batch was created in the order of its ids, and codes outside the
 * recycle bin have no time of recycling, so ids stand for both.
 */
function codeColumns(filter: CodeFilter): Record<CodeSort, PgColumn> {
  return {
    ...COLUMNS,
    ...(filter.batch !== undefined && { created_at: codes.id }),
    ...(filter.state !== 'recycled' && { recycled_at: codes.id }),
  }
}

interface IdSlice {
  readonly after: number
  readonly upTo: number
}

/** A slice of all selected codes. */
export async function codesBetween(
  connection: Connection,
  scope: Scope,
  selection: CodeSelection,
  now: number,
  slice: IdSlice,
): Promise<Code[]> {
  return connection.orm
    .select()
    .from(codes)
    .where(and(within(slice), selected(connection, scope, selection, now)))
    .orderBy(codes.id)
}

/** All selected codes as one condition, for a query that reads every code anyway. */
function selected(
  connection: Connection,
  scope: Scope,
  { filter, search }: CodeSelection,
  now: number,
): SQL | undefined {
  return and(
    inScope(connection, scope, codes),
    fulfils(filter, now),
    search === undefined || search === ''
      ? undefined
      : or(containsAny(SEARCH.columns, search), inSeats(search)),
  )
}

function within({ after, upTo }: IdSlice): SQL | undefined {
  return and(gt(codes.id, after), lte(codes.id, upTo))
}

/** The ids in a slice whose codes have a value of a custom field, in the recycle bin too. */
export async function codesWithField(
  connection: Connection,
  scope: Scope,
  field: number,
  slice: IdSlice,
): Promise<number[]> {
  const rows = await connection.orm
    .select({ id: codes.id })
    .from(codes)
    .where(and(within(slice), inScope(connection, scope, codes), hasField(codes.fields, field)))
    .orderBy(codes.id)
  return rows.map(({ id }) => id)
}

const CONDITIONS: Conditions<CodeFilter, number> = {
  ...plainConditions(CODE, codes),
  state: inState,
  tag: (tag) => hasLine(codes.tags, tag),
  field: (wanted) => holdsValue(codes.fields, wanted),
}

/** Texts that each code of the filter contains, so that the index of texts finds the codes. */
function textsIn({ tag, field }: CodeFilter): string[] {
  const held = field === undefined ? [] : textsOfAnswers(field)
  return tag === undefined ? held : [tag.trim(), ...held]
}

/** Recycled codes only when the filter asks for them. */
function fulfils(filter: CodeFilter, now: number): SQL | undefined {
  return and(matching(CONDITIONS, filter, now), filter.state === undefined ? kept : undefined)
}
