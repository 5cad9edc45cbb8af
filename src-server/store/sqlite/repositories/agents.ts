import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { A_CUSTOMERS } from '../../agent-customers.ts'
import type { AgentRepository, CodeCustomer, CustomerCount } from '../../repositories/agents.ts'
import { among } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { ledgerAccounts, operators } from '../schema/index.ts'
import { DEVICE_ROWS, type DeviceRow } from './device-rows.ts'

interface Bound {
  readonly agent: number
  /** null for the applications of all owners. */
  readonly owner: number | null
}
interface Slice extends Bound {
  readonly to: number | null
  readonly after: number
  readonly limit: number
}

const THEIRS = `agent_id = @agent AND (@owner IS NULL OR app_id IN (SELECT id FROM applications WHERE owner_id = @owner))`

export function createAgentRepository({ orm, raw }: Connection): AgentRepository {
  const works = raw.prepare<[Bound], { is: number }>(
    `SELECT EXISTS (
       SELECT 1 FROM ledger_accounts WHERE book_id = @owner AND kind = 'agent' AND coalesce(agent_id, 0) = @agent
     ) AS "is"`,
  )
  const count = raw.prepare<[Bound], CustomerCount>(
    `SELECT owner_id AS ownerId, sum(codes) AS codes, sum(devices) AS devices FROM (
       SELECT app_id, count(*) AS codes, 0 AS devices FROM codes INDEXED BY codes_agent
         WHERE ${THEIRS} AND ${A_CUSTOMERS} GROUP BY app_id
       UNION ALL
       SELECT app_id, 0, count(*) FROM devices INDEXED BY devices_agent WHERE ${THEIRS} GROUP BY app_id
     ) AS found JOIN applications ON applications.id = found.app_id GROUP BY owner_id ORDER BY owner_id`,
  )
  // The new revision makes logins that decided on the old code decide again.
  const moveCodes = raw.prepare<[Slice], { id: number }>(
    `UPDATE codes SET agent_id = @to, revision = revision + 1 WHERE id IN (
       SELECT id FROM codes INDEXED BY codes_agent WHERE ${THEIRS} AND id > @after AND ${A_CUSTOMERS}
       ORDER BY id LIMIT @limit
     ) RETURNING id`,
  )
  const moveDevices = raw.prepare<[Omit<Slice, 'after'>], DeviceRow>(
    `UPDATE devices SET agent_id = @to, revision = revision + 1 WHERE id IN (
       SELECT id FROM devices INDEXED BY devices_agent WHERE ${THEIRS} ORDER BY id LIMIT @limit
     ) RETURNING ${DEVICE_ROWS.all}`,
  )
  const soldTo = raw.prepare<[string], CodeCustomer>(
    `SELECT codes.app_id AS appId, codes.kami, sales.customer, sales.contact FROM json_each(?) AS asked
     CROSS JOIN codes ON codes.app_id = asked.value ->> 'appId' AND codes.kami = asked.value ->> 'kami'
     JOIN sales ON sales.code_id = codes.id AND sales.sold_at IS NOT NULL AND sales.refunded_at IS NULL`,
  )
  return {
    parents: async (ids) =>
      orm
        .select({ id: operators.id, parentId: operators.parentId })
        .from(operators)
        .where(and(isNotNull(operators.parentId), among(operators.id, ids)))
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
    customersOf: async (agent, owner) => count.all({ agent, owner }),
    moveCodes: async ({ from: agent, to, ownerId: owner }, after, limit) =>
      moveCodes
        .all({ agent, to, owner, after, limit })
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    moveDevices: async ({ from: agent, to, ownerId: owner }, limit) =>
      moveDevices.all({ agent, to, owner, limit }).map(DEVICE_ROWS.read),
    soldTo: async (codes) => soldTo.all(JSON.stringify(codes)),
  }
}
