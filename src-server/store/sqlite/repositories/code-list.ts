import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { CodeState } from '../../../contract/code-names.ts'
import { CODE } from '../../../contract/subjects/code.ts'
import { agentOf, type Scope } from '../../../domain/access/scope.ts'
import type { Code } from '../../../domain/code/code.ts'
import type { CodeFilter, CodeSelection, CodeSort } from '../../repositories/codes.ts'
import { appliedByWay, columnsOf, matching, plainConditions, type Conditions } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { textsOfAnswers } from '../../stored-values.ts'
import { hasField, holdsValue } from '../value-questions.ts'
import { hasLine } from '../folding.ts'
import { keyset } from '../../keyset.ts'
import { lanesByAgent, lanesByApp } from '../lanes.ts'
import { pickPage } from '../listing.ts'
import { applications, batches, codes, codeSeats } from '../schema/index.ts'
import { sortKey } from '../../sort-key.ts'
import { findByText, type TextSearch } from '../search/found-by-text.ts'
import { CODE_ROWS, type CodeRow } from './code-rows.ts'
import { codeColumns, waysToCodes } from './code-ways.ts'
import { appsInSight, inScope, marksOf } from './scope.ts'
import { contains, containsAny } from './search.ts'

const SEARCH = {
  kind: 'code',
  id: codes.id,
  columns: columnsOf(codes, CODE.searched),
  elsewhere: inSeats,
} satisfies Omit<TextSearch, 'marks' | 'scope'>

/** Whether a trading account of a code with several seats contains the text. */
function inSeats(text: string): SQL | undefined {
  const found = sql`EXISTS (SELECT 1 FROM ${codeSeats} WHERE ${codeSeats.codeId} = ${codes.id} AND ${contains(codeSeats.accountKey, text)})`
  return and(gt(codes.seats, 1), found)
}

const usedUp = sql`coalesce(${codes.left}, 1) <= 0`
const ended = (now: number) => sql`coalesce(${codes.endTime}, ${now + 1}) <= ${now}`

// Implied by the conditions beside them. The indexes of lists have these conditions, so the queries need them
// too.
const isDated = sql`${sortKey(codes.endTime)} >= 0`
const isUsed = sql`${sortKey(codes.useTime)} >= 0`

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
      return and(kept, eq(codes.disabled, false), sql`NOT ${usedUp}`, ended(now), isDated)
    case 'unused':
      return and(alive, isNull(codes.useTime))
    case 'in_use':
      return and(alive, isNotNull(codes.useTime), isUsed)
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
  const order = keyset<CodeSort, Code>(query, codeColumns(filter), codes.id)
  const inSight = and(inScope(connection, scope, codes), ofApp(filter))
  const text = findByText(
    connection,
    { ...SEARCH, marks: marksOf(connection, scope, filter), scope: inSight, also: textsIn(filter) },
    query.search,
    codeColumns(filter)[query.sort] === codes.id ? { desc: query.desc, after: query.after?.id } : undefined,
  )
  const agent = agentOf(scope, filter)
  const byApp = lanesByApp('codes')
  const ways = waysToCodes(filter, query.sort, now, {
    lane: agent === undefined ? byApp : lanesByAgent('codes', codes.agentId, agent, inSight),
    byApp,
    batch:
      filter.batch === undefined
        ? undefined
        : { index: 'codes_batch', where: and(eq(codes.batchId, filter.batch), inSight) },
  })
  const { where, ...counted } = pickPage(
    connection,
    {
      table: codes,
      apps: and(appsInSight(scope, filter.app), ofBatch(filter)),
      where: and(
        fulfils(filter, now),
        agent === undefined ? undefined : eq(codes.agentId, agent),
        text.where,
      ),
      ...ways,
      first: text.first,
      ...(text.ways && { narrow: text.ways }),
    },
    { ...order, limit: query.limit, exact: query.exact },
  )
  const rows = connection.orm
    .select()
    .from(codes)
    .where(where)
    .orderBy(...order.orderBy)
    .limit(query.limit)
    .offset(order.offset)
    .all()
  return { rows, ...counted, next: order.next(rows) }
}

/**
 * A slice of all selected codes. It uses only the primary key, because the planner would take another index
 * for a filter, and would sort again for each slice.
 */
export async function codesBetween(
  connection: Connection,
  scope: Scope,
  selection: CodeSelection,
  now: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Code[]> {
  const where = and(gt(codes.id, after), lte(codes.id, upTo), selected(connection, scope, selection, now))
  const columns = sql.raw(CODE_ROWS.all)
  return connection.orm
    .all<CodeRow>(sql`SELECT ${columns} FROM ${codes} NOT INDEXED WHERE ${where} ORDER BY id`)
    .map(CODE_ROWS.read)
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
    ofApp(filter),
    fulfils(filter, now),
    search === undefined || search === ''
      ? undefined
      : or(containsAny(SEARCH.columns, search), inSeats(search)),
  )
}

/** A batch belongs to one application. */
function ofBatch({ batch }: CodeFilter): SQL | undefined {
  return batch === undefined
    ? undefined
    : sql`${applications.id} = (SELECT ${batches.appId} FROM ${batches} WHERE ${batches.id} = ${batch})`
}

function ofApp({ app }: CodeFilter): SQL | undefined {
  return app === undefined ? undefined : eq(codes.appId, app)
}

/** The ids in a slice whose codes have a value of a custom field, in the recycle bin too. */
export function codesWithField(
  connection: Connection,
  scope: Scope,
  field: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): number[] {
  return connection.orm
    .select({ id: codes.id })
    .from(codes)
    .where(
      and(
        gt(codes.id, after),
        lte(codes.id, upTo),
        inScope(connection, scope, codes),
        hasField(codes.fields, field),
      ),
    )
    .orderBy(codes.id)
    .all()
    .map(({ id }) => id)
}

const CONDITIONS: Conditions<CodeFilter, number> = {
  ...plainConditions(CODE, codes),
  app: appliedByWay,
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
  const kept = filter.state === undefined ? isNull(codes.recycledAt) : undefined
  return and(matching(CONDITIONS, filter, now), kept)
}
