import { and, asc, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { CodeState } from '../../../contract/records/code.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Code } from '../../../domain/code/code.ts'
import type { CodeFilter } from '../../repositories/codes.ts'
import type { Connection } from '../connection.ts'
import { codes } from '../schema/index.ts'
import { inScope } from './scope.ts'
import { contains } from './search.ts'

const SORT = {
  id: codes.id,
  kami: codes.kami,
  created_at: codes.createdAt,
  use_time: codes.useTime,
  end_time: codes.endTime,
}

const usedUp = sql`coalesce(${codes.left}, 1) <= 0`
const ended = (now: number) => sql`coalesce(${codes.endTime}, ${now + 1}) <= ${now}`

/** The SQL of domain/code/code.ts, codeState. */
function inState(state: CodeState, now: number): SQL | undefined {
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
  const where = and(
    inScope(connection, scope, codes),
    filter.app === undefined ? undefined : eq(codes.appId, filter.app),
    filter.type === undefined ? undefined : eq(codes.type, filter.type),
    filter.batch === undefined ? undefined : eq(codes.batchId, filter.batch),
    filter.agent === undefined ? undefined : eq(codes.agentId, filter.agent),
    filter.kami === undefined ? undefined : eq(codes.kami, filter.kami),
    filter.state === undefined ? isNull(codes.recycledAt) : inState(filter.state, now),
    query.search === undefined || query.search === ''
      ? undefined
      : or(
          contains(codes.kami, query.search),
          contains(codes.note, query.search),
          contains(codes.markcode, query.search),
        ),
  )
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
