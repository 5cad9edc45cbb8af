import { and, eq, gt, gte, lt, or, type SQL } from 'drizzle-orm'
import { FIRST_HASH, hashedText } from '../../../domain/audit/chain.ts'
import type { AuditRow } from '../../../domain/audit/entry.ts'
import { AUDIT_HEAD, readAuditHead } from '../../audit-head.ts'
import type { AuditFilter, AuditRepository } from '../../repositories/audit.ts'
import { columnsFor } from '../columns.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { asStored, firstOf, type Connection } from '../connection.ts'
import { pickPage } from '../listing.ts'
import { keyset } from '../../keyset.ts'
import { audit } from '../schema/index.ts'
import { byIdOf, findByText, type TextSearch } from '../search/found-by-text.ts'
import { containsAny, mark } from './search.ts'

type Viewer = Parameters<AuditRepository['list']>[0]

const SEARCH = {
  kind: 'audit',
  columns: [audit.subjectLabel, audit.personName, audit.after],
} satisfies Omit<TextSearch, 'marks'>
const ROWS = columnsFor<AuditRow>(audit)
/** The columns of an entry before its hash. */
const ENTRY = `at, person_id, person_name, role, ip, action, subject_kind, subject_id, subject_label, app_id, owner_id,
  before, after`
/**
 * Finds the last entry, appends these and records the end of the chain. The database hashes the texts of the entries itself
 * (domain/audit/chain.ts), so that they cost one question. They come in the place of the hashes. In the desk lane nobody
 * appends in between.
 */
const APPEND = `WITH RECURSIVE given AS MATERIALIZED (SELECT row_number() OVER () AS n, many.* FROM ${ROWS.many}),
  chain (n, hash) AS (
    SELECT 0::bigint, coalesce((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), '${FIRST_HASH}')
    UNION ALL
    SELECT given.n, encode(sha256(convert_to(chain.hash || given.hash, 'UTF8')), 'hex')
    FROM chain JOIN given ON given.n = chain.n + 1),
  added AS (
    INSERT INTO audit (${ENTRY}, hash) SELECT ${ENTRY}, chain.hash FROM given JOIN chain USING (n) ORDER BY n
    RETURNING id, hash)
  INSERT INTO meta (key, value) SELECT '${AUDIT_HEAD}', id || ':' || hash FROM added ORDER BY id DESC LIMIT 1
  ON CONFLICT (key) DO UPDATE SET value = excluded.value`

export function createAuditRepository(connection: Connection): AuditRepository {
  const { prepare, orm } = connection
  const append = prepare<[string]>(APPEND)
  const last = prepare<[], { at: number }>('SELECT at FROM audit ORDER BY id DESC LIMIT 1')
  // Verifying the chain reads every row, so this is prepared SQL instead of a query builder.
  const following = prepare<[{ id: number; limit: number }], AuditRow>(
    `SELECT ${ROWS.all} FROM audit WHERE id > @id ORDER BY id LIMIT @limit`,
  )
  const head = prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')

  return {
    lastAt: async () => (await last.get())?.at,

    append: async (entries) => {
      // The hash is that of the row, which is checked later.
      const rows = entries.map(asStored).map((row) => ({ ...row, hash: hashedText(row) }))
      if (rows.length > 0) await append.run(ROWS.rows(rows))
    },

    list: async (actor, filter, query) => {
      const order = keyset<'id', AuditRow>(query, { id: audit.id }, audit.id)
      const search = { ...SEARCH, marks: marksOf(actor) }
      const found = await findByText(connection, search, query.search, byIdOf(query))
      const { where, ...count } = await pickPage(
        connection,
        {
          table: audit,
          scope: visibleTo(actor),
          where: and(matching(CONDITIONS, filter, undefined), found.where),
          found,
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = await orm
        .select()
        .from(audit)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, ...count, next: order.next(rows) }
    },

    find: (actor, id) =>
      firstOf(
        orm
          .select()
          .from(audit)
          .where(and(visibleTo(actor), eq(audit.id, id))),
      ),

    matching: async (actor, filter, { search, after, limit }) =>
      orm
        .select()
        .from(audit)
        .where(and(asked(actor, filter, search), gt(audit.id, after)))
        .orderBy(audit.id)
        .limit(limit),

    after: (id, limit) => following.all({ id, limit }),

    head: async () => readAuditHead((await head.get(AUDIT_HEAD))?.value),
  }
}

function asked(actor: Viewer, filter: AuditFilter, search: string | undefined): SQL | undefined {
  return and(visibleTo(actor), matching(CONDITIONS, filter, undefined), containsAny(SEARCH.columns, search))
}

function visibleTo(actor: Viewer): SQL | undefined {
  switch (actor.role) {
    case 'owner':
      return undefined
    case 'developer':
      return or(eq(audit.ownerId, actor.operatorId), eq(audit.personId, actor.personId))
    case 'agent':
      return eq(audit.personId, actor.personId)
  }
}

const CONDITIONS: Conditions<AuditFilter> = {
  app: (id) => eq(audit.appId, id),
  person: (id) => eq(audit.personId, id),
  action: (action) => eq(audit.action, action),
  subjectKind: (kind) => eq(audit.subjectKind, kind),
  subjectId: (id) => eq(audit.subjectId, id),
  from: (at) => gte(audit.at, at),
  to: (at) => lt(audit.at, at),
}

function marksOf({ role, operatorId, personId }: Viewer): string[] | undefined {
  const own = mark('person', personId)
  if (role === 'owner') return undefined
  return role === 'developer' ? [mark('owner', operatorId), own] : [own]
}
