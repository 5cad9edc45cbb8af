import { and, eq, gt, gte, lt, or, sql, type SQL } from 'drizzle-orm'
import { chainHash, FIRST_HASH } from '../../../domain/audit/chain.ts'
import type { AuditRow } from '../../../domain/audit/entry.ts'
import { AUDIT_HEAD, readAuditHead } from '../../audit-head.ts'
import type { AuditFilter, AuditRepository } from '../../repositories/audit.ts'
import type { Connection } from '../connection.ts'
import { audit } from '../schema/index.ts'
import { keyset } from '../../keyset.ts'
import { pickPage, type Way, type Ways } from '../listing.ts'
import { byIdOf, findByText, type TextSearch } from '../search/found-by-text.ts'
import { mark } from '../search/trigrams.ts'
import { containsAny } from './search.ts'
import { columnsFor } from '../columns.ts'
import { matching, type Conditions } from '../../conditions.ts'

type Viewer = Parameters<AuditRepository['list']>[0]

const SEARCH = {
  kind: 'audit',
  id: audit.id,
  columns: [audit.subjectLabel, audit.personName, audit.after],
} satisfies Omit<TextSearch, 'marks' | 'scope'>
const ROWS = columnsFor<AuditRow>(audit)

export function createAuditRepository(connection: Connection): AuditRepository {
  const { raw, orm } = connection
  const last = raw.prepare<[], { hash: string; at: number }>(
    'SELECT hash, at FROM audit ORDER BY id DESC LIMIT 1',
  )
  const insert = raw.prepare<[Omit<AuditRow, 'id'>], { id: number }>(
    `INSERT INTO audit ${ROWS.newRow} RETURNING id`,
  )
  const saveHead = raw.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  // Verifying the chain reads every row, so this is prepared SQL instead of a query builder.
  const following = raw.prepare<[{ id: number; limit: number }], AuditRow>(
    `SELECT ${ROWS.all} FROM audit WHERE id > @id ORDER BY id LIMIT @limit`,
  )
  const head = raw.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')

  return {
    lastAt: async () => last.get()?.at,
    append: async (entries) => {
      let hash = last.get()?.hash ?? FIRST_HASH
      let id: number | undefined
      for (const entry of entries) {
        hash = chainHash(hash, entry)
        id = insert.get({ ...entry, hash })?.id
      }
      if (id !== undefined) saveHead.run(AUDIT_HEAD, `${id}:${hash}`)
    },

    list: async (actor, filter, query) => {
      const order = keyset<'id', AuditRow>(query, { id: audit.id }, audit.id)
      const seen = visibleTo(actor)
      const text = findByText(
        connection,
        { ...SEARCH, marks: marksOf(actor), scope: seen },
        query.search,
        byIdOf(query),
      )
      const { where, ...counted } = pickPage(
        connection,
        {
          table: audit,
          where: and(seen, matching(CONDITIONS, filter, undefined), text.where),
          ...waysToRows(actor, filter),
          first: text.first,
          ...(text.ways && { narrow: text.ways }),
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = orm
        .select()
        .from(audit)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, ...counted, next: order.next(rows) }
    },

    find: async (actor, id) =>
      orm
        .select()
        .from(audit)
        .where(and(visibleTo(actor), eq(audit.id, id)))
        .get(),

    matching: async (actor, filter, { search, after, limit }) =>
      orm
        .select()
        .from(audit)
        .where(and(asked(actor, filter, search), gt(audit.id, after)))
        .orderBy(audit.id)
        .limit(limit)
        .all(),

    after: async (id, limit) => following.all({ id, limit }),

    head: async () => readAuditHead(head.get(AUDIT_HEAD)?.value),
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

/**
 * The ways to the rows of a filter (listing.ts). Each index holds its rows in the order of ids, except the
 * index by time.
 */
function waysToRows(actor: Viewer, filter: AuditFilter): Ways {
  const served = wayToFilter(filter)
  if (served !== undefined) return { narrow: [served], sorted: [served] }
  const sorted = waysToVisible(actor)
  if (filter.subjectKind !== undefined)
    return { narrow: [{ index: 'audit_subject', where: eq(audit.subjectKind, filter.subjectKind) }], sorted }
  const isOfTime = filter.from !== undefined || filter.to !== undefined
  return { narrow: isOfTime ? [{ index: 'audit_at' }] : sorted, sorted }
}

function wayToFilter({ subjectKind, subjectId, person, app, action }: AuditFilter): Way | undefined {
  if (subjectKind !== undefined && subjectId !== undefined) {
    const subject = and(eq(audit.subjectKind, subjectKind), eq(audit.subjectId, subjectId))
    return { index: 'audit_subject', where: subject }
  }
  if (person !== undefined) return { index: 'audit_person', where: eq(audit.personId, person) }
  if (app !== undefined) return { index: 'audit_app', where: eq(audit.appId, app) }
  return action === undefined ? undefined : { index: 'audit_action', where: eq(audit.action, action) }
}

function waysToVisible({ role, operatorId, personId }: Viewer): Way[] {
  const own = { index: 'audit_person', where: eq(audit.personId, personId) }
  switch (role) {
    case 'owner':
      return [{}]
    case 'developer':
      return [
        { index: 'audit_owner', where: eq(audit.ownerId, operatorId) },
        { ...own, where: and(own.where, sql`${audit.ownerId} IS NOT ${operatorId}`) },
      ]
    case 'agent':
      return [own]
  }
}

function marksOf({ role, operatorId, personId }: Viewer): string[] | undefined {
  const own = mark('person', personId)
  if (role === 'owner') return undefined
  return role === 'developer' ? [mark('owner', operatorId), own] : [own]
}
