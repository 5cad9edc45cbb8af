import { and, eq, getTableColumns, gte, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Scope } from '../../../domain/access/scope.ts'
import type {
  AgentAccount,
  LedgerAccountFilter,
  LedgerRepository,
  SpanSums,
} from '../../repositories/ledger.ts'
import { ofAgents } from '../../ledger-rows.ts'
import type { Connection } from '../connection.ts'
import { countRows } from '../count-rows.ts'
import { keyset } from '../../keyset.ts'
import { ledgerAccounts, ledgerTransactions, ledgerTransfers, operators } from '../schema/index.ts'
import { readLines } from './ledger-lines.ts'
import { sumSpans } from './ledger-sums.ts'
import { containsAny } from './search.ts'
import { matching, type Conditions } from '../../conditions.ts'

const SORT = { id: ledgerAccounts.id, balance: ledgerAccounts.balance }

const CONDITIONS: Conditions<LedgerAccountFilter> = {
  agent: (id) => eq(ledgerAccounts.agentId, id),
}

export function createLedgerRepository(connection: Connection): LedgerRepository {
  const { orm, raw } = connection
  const agents = alias(operators, 'agents')
  const books = alias(operators, 'books')
  const lines = readLines(connection)
  const sums = sumSpans(connection)
  const check = raw.prepare<[number], { ok: number; given: number }>(
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
        return sql`0`
      case 'everything':
        return undefined
      case 'ownedBy':
        return eq(ledgerAccounts.bookId, scope.operatorId)
      case 'attributedTo':
        return sql`(${agents.id} = ${scope.operatorId} OR ${agents.parentId} = ${scope.operatorId})`
    }
  }

  const find = (bookId: number, kind: 'cash' | 'revenue' | 'agent', agentId: number | null) =>
    orm
      .select()
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.bookId, bookId),
          eq(ledgerAccounts.kind, kind),
          sql`coalesce(${ledgerAccounts.agentId}, 0) = ${agentId ?? 0}`,
        ),
      )
      .get()

  const open = (bookId: number, kind: 'cash' | 'revenue' | 'agent', agentId: number | null, at: number) =>
    find(bookId, kind, agentId) ??
    orm.insert(ledgerAccounts).values({ bookId, kind, agentId, createdAt: at }).returning().get()

  return {
    open: async (bookId, agentId, at) => open(bookId, 'agent', agentId, at),

    account: async (bookId, agentId) => find(bookId, 'agent', agentId),

    house: async (bookId, kind, at) => open(bookId, kind, null, at),

    ofAgent: async (agentId) =>
      named().where(eq(ledgerAccounts.agentId, agentId)).orderBy(ledgerAccounts.bookId).all().map(ofAgents),

    accounts: async (scope, filter, query) => {
      const where = and(
        inSight(scope),
        matching(CONDITIONS, filter, undefined),
        containsAny([agents.name], query.search),
      )
      const order = keyset<keyof typeof SORT, AgentAccount>(query, SORT, ledgerAccounts.id)
      const rows = named()
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
        .map(ofAgents)
      const count = countRows(connection, query.exact, (limit) =>
        orm
          .select({ id: ledgerAccounts.id })
          .from(ledgerAccounts)
          .innerJoin(agents, eq(agents.id, ledgerAccounts.agentId))
          .where(where)
          .limit(limit),
      )
      return { rows, ...count, next: order.next(rows) }
    },

    setCredit: async (id, credit) =>
      orm
        .update(ledgerAccounts)
        .set({ credit })
        .where(and(eq(ledgerAccounts.id, id), gte(ledgerAccounts.balance, -credit)))
        .returning()
        .all()[0],

    transact: async (transaction, transfers) => {
      const { id } = orm
        .insert(ledgerTransactions)
        .values(transaction)
        .returning({ id: ledgerTransactions.id })
        .get()
      try {
        for (const transfer of transfers)
          orm
            .insert(ledgerTransfers)
            .values({ ...transfer, transactionId: id, at: transaction.at })
            .run()
      } catch (error) {
        if (isUncovered(error)) return undefined
        throw error
      }
      return id
    },

    findByKey: async (bookId, key) =>
      orm
        .select()
        .from(ledgerTransactions)
        .where(and(eq(ledgerTransactions.bookId, bookId), eq(ledgerTransactions.key, key)))
        .get(),

    transfersOf: async (transactionId) => {
      const { fromId, toId, amount, what, count } = getTableColumns(ledgerTransfers)
      return orm
        .select({ fromId, toId, amount, what, count })
        .from(ledgerTransfers)
        .where(eq(ledgerTransfers.transactionId, transactionId))
        .orderBy(ledgerTransfers.id)
        .all()
    },

    lines: async (account, filter, query) => lines(account, filter, query),

    sums: async (account, from, to): Promise<SpanSums> => sums(account, from, to),

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
        .orderBy(ledgerAccounts.id)
        .all(),

    check: async (id) => {
      const row = check.get(id)
      return { ok: row?.ok === 1, given: row?.given ?? 0 }
    },
  }
}

/** SQLite's message holds the constraint's name, and drizzle wraps the error. */
function isUncovered(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one.message.includes('ledger_accounts_covered')) return true
  return false
}
