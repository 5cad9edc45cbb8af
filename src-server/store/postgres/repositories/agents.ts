import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { A_CUSTOMERS } from '../../agent-customers.ts'
import { among } from '../../conditions.ts'
import type { AgentRepository, CodeCustomer, CustomerCount } from '../../repositories/agents.ts'
import type { Connection } from '../connection.ts'
import { ledgerAccounts, operators } from '../schema/index.ts'
import { DEVICE_ROWS, devicesOf, type DeviceRow } from './device-rows.ts'

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

const THEIRS = `agent_id = @agent
  AND (@owner::bigint IS NULL OR app_id IN (SELECT id FROM applications WHERE owner_id = @owner::bigint))`

export function createAgentRepository({ orm, prepare }: Connection): AgentRepository {
  const works = prepare<[Bound], { is: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM ledger_accounts WHERE book_id = @owner AND kind = 'agent' AND coalesce(agent_id, 0) = @agent
     ) AS "is"`,
  )
  const count = prepare<[Bound], CustomerCount>(
    `SELECT owner_id AS "ownerId", sum(codes) AS codes, sum(devices) AS devices FROM (
       SELECT app_id, count(*) AS codes, 0 AS devices FROM codes WHERE ${THEIRS} AND ${A_CUSTOMERS} GROUP BY app_id
       UNION ALL
       SELECT app_id, 0, count(*) FROM devices WHERE ${THEIRS} GROUP BY app_id
     ) AS found JOIN applications ON applications.id = found.app_id GROUP BY owner_id ORDER BY owner_id`,
  )
  // The new revision makes logins that decided on the old code decide again.
  const moveCodes = prepare<[Slice], { id: number }>(
    `UPDATE codes SET agent_id = @to, revision = revision + 1 WHERE id IN (
       SELECT id FROM codes WHERE ${THEIRS} AND id > @after AND ${A_CUSTOMERS} ORDER BY id LIMIT @limit
     ) RETURNING id`,
  )
  const moveDevices = prepare<[Omit<Slice, 'after'>], DeviceRow>(
    `UPDATE devices SET agent_id = @to, revision = revision + 1 WHERE id IN (
       SELECT id FROM devices WHERE ${THEIRS} ORDER BY id LIMIT @limit
     ) RETURNING ${DEVICE_ROWS.all}`,
  )
  const soldTo = prepare<[number[], string[]], CodeCustomer>(
    `SELECT codes.app_id AS "appId", codes.kami, sales.customer, sales.contact
     FROM unnest(?::bigint[], ?::text[]) WITH ORDINALITY AS asked (app_id, kami, place)
     JOIN codes ON codes.app_id = asked.app_id AND codes.kami = asked.kami
     JOIN sales ON sales.code_id = codes.id AND sales.sold_at IS NOT NULL AND sales.refunded_at IS NULL
     ORDER BY asked.place`,
  )
  return {
    parents: async (ids) => {
      const rows = await orm
        .select({ id: operators.id, parentId: operators.parentId })
        .from(operators)
        .where(and(isNotNull(operators.parentId), among(operators.id, ids)))
      return rows.flatMap(({ id, parentId }) => (parentId === null ? [] : [{ id, parentId }]))
    },
    booksOf: async (agentId) => {
      const rows = await orm
        .select({ book: ledgerAccounts.bookId })
        .from(ledgerAccounts)
        .where(and(eq(ledgerAccounts.kind, 'agent'), eq(ledgerAccounts.agentId, agentId)))
        .orderBy(asc(ledgerAccounts.id))
      return rows.map(({ book }) => book)
    },
    worksFor: async (owner, agent) => (await works.get({ owner, agent }))?.is === true,
    customersOf: (agent, owner) => count.all({ agent, owner }),
    moveCodes: async ({ from: agent, to, ownerId: owner }, after, limit) => {
      const moved = await moveCodes.all({ agent, to, owner, after, limit })
      return moved.map(({ id }) => id).sort((a, b) => a - b)
    },
    moveDevices: async ({ from: agent, to, ownerId: owner }, limit) =>
      devicesOf(await moveDevices.all({ agent, to, owner, limit })),
    soldTo: (codes) =>
      soldTo.all(
        codes.map(({ appId }) => appId),
        codes.map(({ kami }) => kami),
      ),
  }
}
