import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE_STATES } from '../../src-server/contract/code-names.ts'
import type { ListQuery, Page } from '../../src-server/contract/paging.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import { connect } from '../../src-server/store/postgres/connection.ts'
import { SETTINGS } from '../../src-server/store/postgres/pool.ts'
import { createCodeSeatRepository } from '../../src-server/store/postgres/repositories/code-seats.ts'
import { createCodeRepository } from '../../src-server/store/postgres/repositories/codes.ts'
import type { CodeFilter, CodeRepository, CodeSort } from '../../src-server/store/repositories/codes.ts'
import { openPostgresStore } from '../support/postgres/open-postgres-store.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { addApplication, addOperator, NOW, write } from './sample-records.ts'

const CODES = 100_000
/** A list counts up to 5000 rows and sorts as many. One that reads more than this has no index for what it does. */
const MOST_READ = 20_000
const FILL = `INSERT INTO codes
    (app_id, kami, type, seconds, note, created_at, use_time, end_time, agent_id, disabled, "left", recycled_at, tags)
  SELECT $1::bigint + CASE WHEN n % 2 = 0 THEN 0 ELSE n % 20 END, 'PK-' || upper(md5(n::text)),
    (ARRAY['count', 'vip', 'time'])[1 + n % 3], 86400, CASE WHEN n % 101 = 0 THEN '备注 ' ELSE 'order ' END || n % 1000,
    ${NOW} + n / 1000, CASE WHEN n % 3 <> 0 THEN ${NOW} - n END, CASE WHEN n % 3 <> 0 THEN ${NOW} + n * 7919 % ${CODES} - ${CODES / 2} END,
    CASE WHEN n % 7 = 0 THEN $2::bigint END, n % 501 = 0, CASE WHEN n % 11 = 0 THEN n % 2 END,
    CASE WHEN n % 19 = 0 THEN ${NOW} + n END, CASE WHEN n % 53 = 0 THEN 'VIP' ELSE '' END
  FROM generate_series(1, ${CODES}) AS n`
/** Vendors with very many applications have few codes in most of them. */
const SMALL_APPS = 500
const FILL_SMALL = (columns: string) => `WITH made AS (
    INSERT INTO applications (name, ${columns})
    SELECT 'small ' || n, ${columns} FROM applications, generate_series(1, ${SMALL_APPS}) AS n WHERE applications.id = $1::bigint RETURNING id)
  INSERT INTO codes (app_id, kami, type, seconds, created_at)
  SELECT id, 'PK-' || upper(md5(id || '-' || n)), 'time', 86400, ${NOW} + n FROM made, generate_series(1, 60) AS n`
const COLUMNS = `SELECT string_agg(quote_ident(column_name), ', ') AS list FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name = 'applications' AND column_name NOT IN ('id', 'name')`
const FILL_SEARCH = `INSERT INTO code_search (id, content, marks)
  SELECT id, search_text(kami, note, tags), search_marks('app:' || app_id, 'agent:' || agent_id) FROM codes`

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** The rows of tables and of their indexes that a plan looked at. The index of groups gives all its rows at once. */
function rowsRead(plan: Plan): number {
  const isRead =
    plan['Node Type'].endsWith('Scan') && !/^(Bitmap Index|Subquery|Function)/.test(plan['Node Type'])
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = isRead ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0)
}

describe('a list of 100,000 codes on PostgreSQL', () => {
  let database: TestDatabase
  let client: pg.Client
  let codes: CodeRepository
  let asked: { readonly text: string; readonly values: unknown[] }[] = []
  let owner: number
  let agent: number
  let app: number

  beforeAll(async () => {
    database = await createTestDatabase()
    const store = openPostgresStore(database.url)
    await write(store, async (unit) => {
      owner = await addOperator(unit, 'dev')
      agent = await addOperator(unit, 'agent', 'agent')
      app = await addApplication(unit, owner, 'app')
      for (let at = 1; at < 20; at++) await addApplication(unit, owner, `app ${at}`)
    })
    await store.close()
    client = new pg.Client({ connectionString: database.url, options: SETTINGS })
    await client.connect()
    await client.query('SET statement_timeout = 0')
    await client.query('ALTER TABLE codes DISABLE TRIGGER USER; DROP INDEX code_search_groups')
    await client.query(FILL, [app, agent])
    await client.query(FILL_SEARCH)
    await client.query(
      'CREATE INDEX code_search_groups ON code_search USING gin (search_groups(content, marks))',
    )
    await client.query('VACUUM ANALYZE codes, code_search, applications')
    const query = (config: { readonly text: string; readonly values?: unknown[] }, values?: unknown[]) => {
      asked.push({ text: config.text, values: values ?? config.values ?? [] })
      return client.query(config, values)
    }
    const connection = connect(Object.assign(Object.create(client) as pg.PoolClient, { query }))
    codes = createCodeRepository(connection, createCodeSeatRepository(connection))
  }, 300_000)
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  /** Checks that no query of the list reads many rows. */
  async function look(
    scope: Scope,
    filter: CodeFilter,
    query: Partial<ListQuery<CodeSort>>,
  ): Promise<Page<Code>> {
    asked = []
    const page = await codes.list(
      scope,
      filter,
      { offset: 0, limit: 50, sort: 'id', desc: true, ...query },
      NOW,
    )
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      )
      const [{ Plan: plan }] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '') as [{ Plan: Plan }]
      const read = rowsRead(plan)
      expect(read, `${JSON.stringify({ scope, filter, query, text })} reads ${read} rows`).toBeLessThan(
        MOST_READ,
      )
    }
    return page
  }

  const scopes = (): Scope[] => [
    { kind: 'everything' },
    { kind: 'ownedBy', operatorId: owner },
    { kind: 'attributedTo', operatorId: agent },
  ]
  const SORTS: CodeSort[] = ['id', 'kami', 'created_at', 'use_time', 'end_time', 'recycled_at']

  it.each(SORTS)('sorted by %s is read along an index', { timeout: 60_000 }, async (sort) => {
    for (const scope of scopes())
      for (const desc of [false, true]) {
        const first = await look(scope, {}, { sort, desc })
        expect(first).toMatchObject({ total: 5000, total_exact: false })
        await look(
          scope,
          {},
          { sort, desc, after: { value: sort === 'kami' ? 'PK-8' : NOW + 20, id: 50_000 } },
        )
      }
    await look({ kind: 'everything' }, { app }, { sort })
    await look({ kind: 'everything' }, { app: app + 7 }, { sort })
    await look({ kind: 'everything' }, { state: 'recycled' }, { sort })
  })

  it('is planned with its values at each use', { timeout: 60_000 }, async () => {
    // The database makes a plan for all values from the sixth use of a named statement on.
    for (let use = 0; use < 8; use++)
      await codes.list(
        scopes()[0]!,
        { state: 'expired' },
        { offset: 0, limit: 50, sort: 'kami', desc: true },
        NOW,
      )
    const { rows } = await client.query(
      'SELECT statement FROM pg_prepared_statements WHERE generic_plans > 0 AND statement ~* $1',
      ['\\mlimit\\M'],
    )
    expect(rows).toEqual([])
  })

  it.each(CODE_STATES)('in the state %s is read along an index', { timeout: 60_000 }, async (state) => {
    for (const scope of scopes())
      for (const filter of [{ state }, { state, app }]) {
        await look(scope, filter, { sort: 'id' })
        // Upwards, codes in use would come after all unused and all expired ones: here each of them has an end.
        for (const desc of state === 'in_use' ? [true] : [false, true])
          await look(scope, filter, { sort: 'end_time', desc })
      }
  })

  it('of a type without ends is read along the ends of the type', { timeout: 60_000 }, async () => {
    for (const scope of scopes())
      for (const desc of [false, true]) await look(scope, { type: 'count' }, { sort: 'end_time', desc })
  })

  it('by a rare filter is read by the index of the filter', { timeout: 60_000 }, async () => {
    for (const scope of scopes()) {
      const { rows, total } = await look(
        scope,
        { kami: 'PK-C4CA4238A0B923820DCC509A6F75849B' },
        { sort: 'end_time' },
      )
      expect(rows.length).toBe(total)
      expect((await look(scope, { tag: 'vip' }, { sort: 'created_at' })).total).toBeGreaterThan(0)
      expect((await look(scope, { type: 'vip' }, { sort: 'id' })).total).toBeGreaterThan(0)
    }
  })

  it.each(['备注', '备', '注 7', 'order 777', 'pk-c4ca4238a', 'zzzz', 'order', 'pk-'])(
    'searched for %j is read by the index of groups',
    { timeout: 60_000 },
    async (search) => {
      for (const scope of scopes())
        for (const sort of ['id', 'created_at'] as const) await look(scope, {}, { search, sort })
      await look({ kind: 'everything' }, { app: app + 7 }, { search })
    },
  )

  it('of many applications reads the first row of most of them', { timeout: 60_000 }, async () => {
    const { rows: columns } = await client.query<{ list: string }>(COLUMNS)
    await client.query(FILL_SMALL(columns[0]?.list ?? ''), [app])
    await client.query('VACUUM ANALYZE codes, applications')
    for (const sort of ['id', 'kami', 'created_at'] as const)
      for (const desc of [false, true]) await look({ kind: 'everything' }, {}, { sort, desc })
    // The small applications have no code with these texts.
    for (const search of ['order 7', 'order'])
      for (const desc of [false, true]) await look({ kind: 'everything' }, {}, { sort: 'kami', desc, search })
  })
})
