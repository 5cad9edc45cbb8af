import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { AgentRepository } from '../../repositories/agents.ts'
import type { Connection } from '../connection.ts'
import { ledgerAccounts, operators } from '../schema/index.ts'

interface Bound {
  readonly agent: number
  /** null for everybody's applications. */
  readonly owner: number | null
}
interface Slice extends Bound {
  readonly limit: number
}

const THEIRS = `agent_id = @agent AND (@owner IS NULL OR app_id IN (SELECT id FROM applications WHERE owner_id = @owner))`

export function createAgentRepository({ orm, raw }: Connection): AgentRepository {
  const works = raw.prepare<[Bound], { is: number }>(
    `SELECT EXISTS (SELECT 1 FROM ledger_accounts WHERE book_id = @owner AND kind = 'agent' AND agent_id = @agent)
       OR EXISTS (SELECT 1 FROM codes WHERE ${THEIRS}) OR EXISTS (SELECT 1 FROM devices WHERE ${THEIRS}) AS "is"`,
  )
  const count = raw.prepare<[Bound], { codes: number; devices: number }>(
    `SELECT (SELECT COUNT(*) FROM codes WHERE ${THEIRS}) AS codes,
       (SELECT COUNT(*) FROM devices WHERE ${THEIRS}) AS devices`,
  )
  const codes = raw.prepare<[Slice], { id: number; revision: number }>(
    `SELECT id, revision FROM codes WHERE ${THEIRS} ORDER BY id LIMIT @limit`,
  )
  const devices = raw.prepare<[Slice], { id: number }>(
    `SELECT id FROM devices WHERE ${THEIRS} ORDER BY id LIMIT @limit`,
  )
  return {
    parents: async () =>
      orm
        .select({ id: operators.id, parentId: operators.parentId })
        .from(operators)
        .where(isNotNull(operators.parentId))
        .all()
        .flatMap(({ id, parentId }) => (parentId === null ? [] : [{ id, parentId }])),
    booksOf: async (agentId) =>
      orm
        .select({ book: ledgerAccounts.bookId })
        .from(ledgerAccounts)
        .where(and(eq(ledgerAccounts.kind, 'agent'), eq(ledgerAccounts.agentId, agentId)))
        .orderBy(asc(ledgerAccounts.id))
        .all()
        .map(({ book }) => book),
    worksFor: async (owner, agent) => works.get({ owner, agent })?.is === 1,
    customersOf: async (agent, owner) => count.get({ agent, owner }) ?? { codes: 0, devices: 0 },
    codesOf: async (agent, owner, limit) => codes.all({ agent, owner, limit }),
    devicesOf: async (agent, owner, limit) => devices.all({ agent, owner, limit }).map(({ id }) => id),
  }
}
