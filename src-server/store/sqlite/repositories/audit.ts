import { and, eq, gt, gte, lt, or, type SQL } from 'drizzle-orm'
import { chainHash, FIRST_HASH } from '../../../domain/audit/chain.ts'
import type { AuditRow } from '../../../domain/audit/entry.ts'
import type { AuditFilter, AuditRepository } from '../../repositories/audit.ts'
import type { Connection } from '../connection.ts'
import { audit } from '../schema/index.ts'
import { keyset } from '../keyset.ts'
import { contains } from './search.ts'

type Viewer = Parameters<AuditRepository['list']>[0]

const HEAD_KEY = 'audit_head'

export function createAuditRepository({ raw, orm }: Connection): AuditRepository {
  const last = raw.prepare<[], { hash: string }>('SELECT hash FROM audit ORDER BY id DESC LIMIT 1')
  const insert = raw.prepare<[Record<string, unknown>], { id: number }>(
    `INSERT INTO audit (at, person_id, person_name, role, ip, action, subject_kind, subject_id, subject_label,
      app_id, owner_id, before, after, hash)
    VALUES (@at, @personId, @personName, @role, @ip, @action, @subjectKind, @subjectId, @subjectLabel,
      @appId, @ownerId, @before, @after, @hash) RETURNING id`,
  )
  // Rows cut off the end leave a chain that is whole: so its end is noted beside it.
  const saveHead = raw.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  // The check of the chain reads every row there is: no query builder.
  const following = raw.prepare<[number, number], AuditRow>(
    `SELECT id, at, person_id AS personId, person_name AS personName, role, ip, action, subject_kind AS subjectKind,
      subject_id AS subjectId, subject_label AS subjectLabel, app_id AS appId, owner_id AS ownerId, before, after, hash
    FROM audit WHERE id > ? ORDER BY id LIMIT ?`,
  )
  const head = raw.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')

  return {
    append: async (entry) => {
      const hash = chainHash(last.get()?.hash ?? FIRST_HASH, entry)
      const { id } = insert.get({ ...entry, hash }) as { id: number }
      saveHead.run(HEAD_KEY, `${id}:${hash}`)
    },

    list: async (actor, filter, query) => {
      const where = asked(actor, filter, query.search)
      const order = keyset(query, { id: audit.id }, audit.id)
      const rows = orm
        .select()
        .from(audit)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows: rows.map(auditRow), total: await orm.$count(audit, where), next: order.next(rows) }
    },

    find: async (actor, id) => {
      const row = orm
        .select()
        .from(audit)
        .where(and(visibleTo(actor), eq(audit.id, id)))
        .get()
      return row && auditRow(row)
    },

    matching: async (actor, filter, { search, after, limit }) =>
      orm
        .select()
        .from(audit)
        .where(and(asked(actor, filter, search), gt(audit.id, after)))
        .orderBy(audit.id)
        .limit(limit)
        .all()
        .map(auditRow),

    after: async (id, limit) => following.all(id, limit),

    head: async () => {
      const [id, hash] = head.get(HEAD_KEY)?.value.split(':') ?? []
      return id === undefined || hash === undefined ? undefined : { id: Number(id), hash }
    },
  }
}

function auditRow(row: typeof audit.$inferSelect) {
  return { ...row, role: row.role as 'owner' | 'developer' | 'agent' | 'server' }
}

function asked(actor: Viewer, filter: AuditFilter, search: string | undefined): SQL | undefined {
  return and(visibleTo(actor), matching(filter), searched(search))
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

function matching(filter: AuditFilter): SQL | undefined {
  return and(
    filter.app === undefined ? undefined : eq(audit.appId, filter.app),
    filter.person === undefined ? undefined : eq(audit.personId, filter.person),
    filter.action === undefined ? undefined : eq(audit.action, filter.action),
    filter.subjectKind === undefined ? undefined : eq(audit.subjectKind, filter.subjectKind),
    filter.subjectId === undefined ? undefined : eq(audit.subjectId, filter.subjectId),
    filter.from === undefined ? undefined : gte(audit.at, filter.from),
    filter.to === undefined ? undefined : lt(audit.at, filter.to),
  )
}

function searched(text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  return or(contains(audit.subjectLabel, text), contains(audit.personName, text), contains(audit.after, text))
}
