import { and, eq, getTableColumns, gte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Scope } from '../../../domain/access/scope.ts'
import { ofAgents } from '../../ledger-rows.ts'
import type { AgentAccount, LedgerAccountFilter, LedgerRepository } from '../../repositories/ledger.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { countRows } from '../count-rows.ts'
import { constraintOf } from '../failures.ts'
import { keyset } from '../../keyset.ts'
import { ledgerAccounts, ledgerTransactions, ledgerTransfers, operators } from '../schema/index.ts'
import { readLines } from './ledger-lines.ts'
import { sumSpans } from './ledger-sums.ts'
import { containsAny } from './search.ts'

const SORT = { id: ledgerAccounts.id, balance: ledgerAccounts.balance }

const CONDITIONS: Conditions<LedgerAccountFilter> = {
  agent: (id) => eq(ledgerAccounts.agentId, id),
}

export function createLedgerRepository(connection: Connection): LedgerRepository {
  const { orm, prepare } = connection
  const agents = alias(operators, 'agents')
  const books = alias(operators, 'books')
  const lines = readLines(connection)
  const sums = sumSpans(connection)
  const check = prepare<[number], { ok: boolean; given: number }>(
    `SELECT balance = coalesce((SELECT sum(amount) FROM ledger_transfers WHERE to_id = account.id), 0)
        - coalesce((SELECT sum(amount) FROM ledger_transfers WHERE from_id = account.id), 0) AS ok,
      (SELECT count(*) FROM ledger_transfers WHERE from_id = account.id) AS given
    FROM ledger_accounts AS account WHERE id = ?`,
  )

  const named = () =>
    orm
      .select({ ...getTableColumns(ledgerAccounts), agentName: agents.name, bookName: books.name })
      .from(ledgerAccounts)
      .innerJoin(agents, eq(agents.id, ledgerAccounts.agentId))
      .innerJoin(books, eq(books.id, ledgerAccounts.bookId))

  const inSight = (scope: Scope): SQL | undefined => {
    switch (scope.kind) {
      // Accounts of the ledger belong to no single application.
      case 'within':
        return sql`false`
      case 'everything':
        return undefined
      case 'ownedBy':
        return eq(ledgerAccounts.bookId, scope.operatorId)
      case 'attributedTo':
        return sql`(${agents.id} = ${scope.operatorId} OR ${agents.parentId} = ${scope.operatorId})`
    }
  }

  const find = (bookId: number, kind: 'cash' | 'revenue' | 'agent', agentId: number | null) =>
    firstOf(
      orm
        .select()
        .from(ledgerAccounts)
        .where(
          and(
            eq(ledgerAccounts.bookId, bookId),
            eq(ledgerAccounts.kind, kind),
            sql`coalesce(${ledgerAccounts.agentId}, 0) = ${agentId ?? 0}`,
          ),
        ),
    )

  const open = async (
    bookId: number,
    kind: 'cash' | 'revenue' | 'agent',
    agentId: number | null,
    at: number,
  ) => {
    const known = await find(bookId, kind, agentId)
    if (known !== undefined) return known
    const account = { bookId, kind, agentId, createdAt: at }
    return addedBy(orm.insert(ledgerAccounts).values(account).returning())
  }

  return {
    open: (bookId, agentId, at) => open(bookId, 'agent', agentId, at),

    account: (bookId, agentId) => find(bookId, 'agent', agentId),

    house: (bookId, kind, at) => open(bookId, kind, null, at),

    ofAgent: async (agentId) => {
      const rows = await named().where(eq(ledgerAccounts.agentId, agentId)).orderBy(ledgerAccounts.bookId)
      return rows.map(ofAgents)
    },

    accounts: async (scope, filter, query) => {
      const where = and(
        inSight(scope),
        matching(CONDITIONS, filter, undefined),
        containsAny([agents.name], query.search),
      )
      const order = keyset<keyof typeof SORT, AgentAccount>(query, SORT, ledgerAccounts.id)
      const found = await named()
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      const rows = found.map(ofAgents)
      const count = await countRows(connection, query.exact, (limit) =>
        orm
          .select({ id: ledgerAccounts.id })
          .from(ledgerAccounts)
          .innerJoin(agents, eq(agents.id, ledgerAccounts.agentId))
          .where(where)
          .limit(limit),
      )
      return { rows, ...count, next: order.next(rows) }
    },

    setCredit: (id, credit) =>
      firstOf(
        orm
          .update(ledgerAccounts)
          .set({ credit })
          .where(and(eq(ledgerAccounts.id, id), gte(ledgerAccounts.balance, -credit)))
          .returning(),
      ),

    // The refusal ends the transaction of the database: the unit of work can only fail afterwards.
    transact: async (transaction, transfers) => {
      const act = await addedBy(
        orm.insert(ledgerTransactions).values(transaction).returning({ id: ledgerTransactions.id }),
      )
      if (transfers.length === 0) return act.id
      const rows = transfers.map((transfer) => ({
        ...transfer,
        transactionId: act.id,
        at: transaction.at,
      }))
      try {
        await orm.insert(ledgerTransfers).values(rows)
      } catch (error) {
        if (constraintOf(error) === 'ledger_accounts_covered') return undefined
        throw error
      }
      return act.id
    },

    findByKey: (bookId, key) =>
      firstOf(
        orm
          .select()
          .from(ledgerTransactions)
          .where(and(eq(ledgerTransactions.bookId, bookId), eq(ledgerTransactions.key, key))),
      ),

    transfersOf: async (transactionId) => {
      const { fromId, toId, amount, what, count } = getTableColumns(ledgerTransfers)
      return orm
        .select({ fromId, toId, amount, what, count })
        .from(ledgerTransfers)
        .where(eq(ledgerTransfers.transactionId, transactionId))
        .orderBy(ledgerTransfers.id)
    },

    lines,

    sums,

    all: async (bookId) =>
      orm
        .select({
          id: ledgerAccounts.id,
          kind: ledgerAccounts.kind,
          agentName: agents.name,
          bookName: books.name,
        })
        .from(ledgerAccounts)
        .leftJoin(agents, eq(agents.id, ledgerAccounts.agentId))
        .innerJoin(books, eq(books.id, ledgerAccounts.bookId))
        .where(bookId === undefined ? undefined : eq(ledgerAccounts.bookId, bookId))
        .orderBy(ledgerAccounts.id),

    check: async (id) => (await check.get(id)) ?? { ok: false, given: 0 },
  }
}
