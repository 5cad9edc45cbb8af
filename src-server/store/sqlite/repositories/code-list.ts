import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { CodeState } from '../../../contract/records/code.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Code } from '../../../domain/code/code.ts'
import type { CodeFilter, CodeSelection, CodeSort } from '../../repositories/codes.ts'
import type { Connection } from '../connection.ts'
import { codes } from '../schema/index.ts'
import { CODE_COLUMNS, codeOfRow, type CodeRow } from './code-rows.ts'
import { inScope } from './scope.ts'
import { contains } from './search.ts'

const SORT = {
  id: codes.id,
  kami: codes.kami,
  created_at: codes.createdAt,
  use_time: codes.useTime,
  end_time: codes.endTime,
  recycled_at: codes.recycledAt,
} satisfies Record<CodeSort, SQLiteColumn>

const usedUp = sql`coalesce(${codes.left}, 1) <= 0`
const ended = (now: number) => sql`coalesce(${codes.endTime}, ${now + 1}) <= ${now}`

/** The SQL of domain/code/code.ts, codeState. */
export function inState(state: CodeState, now: number): SQL | undefined {
  const kept = isNull(codes.recycledAt)
  const alive = and(kept, eq(codes.disabled, false), sql`NOT ${usedUp}`, sql`NOT ${ended(now)}`)
  switch (state) {
    case 'recycled':
      return isNotNull(codes.recycledAt)
    case 'disabled':
      return and(kept, eq(codes.disabled, true))
    case 'used_up':
      return and(kept, eq(codes.disabled, false), usedUp)
    case 'expired':
      return and(kept, eq(codes.disabled, false), sql`NOT ${usedUp}`, ended(now))
    case 'unused':
      return and(alive, isNull(codes.useTime))
    case 'in_use':
      return and(alive, isNotNull(codes.useTime))
  }
}

/** A page of codes; the recycled ones only when they are asked for. */
export async function listCodes(
  connection: Connection,
  scope: Scope,
  filter: CodeFilter,
  query: ListQuery<keyof typeof SORT>,
  now: number,
): Promise<Page<Code>> {
  const { orm } = connection
  const where = selected(connection, scope, { filter, search: query.search }, now)
  const order = query.desc ? desc : asc
  const rows = orm
    .select()
    .from(codes)
    .where(where)
    .orderBy(order(SORT[query.sort]), order(codes.id))
    .limit(query.limit)
    .offset(query.offset)
    .all()
  return { rows, total: await orm.$count(codes, where) }
}

/**
 * A slice of all that are selected. Only the primary key is used: the planner would take another index for a filter,
 * and sort, at each slice anew.
 */
export async function codesBetween(
  connection: Connection,
  scope: Scope,
  selection: CodeSelection,
  now: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Code[]> {
  const where = and(gt(codes.id, after), lte(codes.id, upTo), selected(connection, scope, selection, now))
  const columns = sql.raw(CODE_COLUMNS)
  return connection.orm
    .all<CodeRow>(sql`SELECT ${columns} FROM ${codes} NOT INDEXED WHERE ${where} ORDER BY id`)
    .map(codeOfRow)
}

function selected(
  connection: Connection,
  scope: Scope,
  { filter, search }: CodeSelection,
  now: number,
): SQL | undefined {
  return and(
    inScope(connection, scope, codes),
    filter.app === undefined ? undefined : eq(codes.appId, filter.app),
    filter.type === undefined ? undefined : eq(codes.type, filter.type),
    filter.batch === undefined ? undefined : eq(codes.batchId, filter.batch),
    filter.agent === undefined ? undefined : eq(codes.agentId, filter.agent),
    filter.kami === undefined ? undefined : eq(codes.kami, filter.kami),
    filter.state === undefined ? isNull(codes.recycledAt) : inState(filter.state, now),
    search === undefined || search === ''
      ? undefined
      : or(contains(codes.kami, search), contains(codes.note, search), contains(codes.markcode, search)),
  )
}
