import { and, eq, gt, lt, max, ne, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import { ACCOUNT } from '../../../contract/subjects/account.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Account } from '../../../domain/account/account.ts'
import { columnsOf, matching, sortColumns, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { AccountFilter, AccountRepository, AccountSort } from '../../repositories/accounts.ts'
import { amongIds } from '../any-of.ts'
import { columnsFor, type Row } from '../columns.ts'
import { firstOf, type Connection } from '../connection.ts'
import { pickPage } from '../listing.ts'
import { accounts } from '../schema/index.ts'
import { byIdOf, findByText } from '../search/found-by-text.ts'
import { byId } from './device-rows.ts'
import { inOwnerScope, marksOf, walkedApps } from './scope.ts'
import { containsAny } from './search.ts'

const SORT = sortColumns(ACCOUNT, accounts)
const ROWS = columnsFor<Account>(accounts)
const SEARCHED: PgColumn[] = columnsOf(accounts, ACCOUNT.searched)
const CONDITIONS: Conditions<AccountFilter> = {
  app: (app) => eq(accounts.appId, app),
  disabled: (disabled) => eq(accounts.disabled, disabled),
}

export function createAccountRepository(connection: Connection): AccountRepository {
  const { orm, prepare } = connection
  const alike = prepare<
    [{ appId: number; users: readonly string[]; numbers: readonly string[] }],
    Row<Account>
  >(
    `SELECT ${ROWS.all} FROM accounts
     WHERE app_id = @appId AND ("user" = ANY(@users::text[]) OR qq = ANY(@numbers::text[]))`,
  )
  const insertMany = prepare<[string], Row<Account>>(
    `INSERT INTO accounts ${ROWS.valuesOfMany()} ON CONFLICT DO NOTHING RETURNING ${ROWS.all}`,
  )
  const remove = prepare<[readonly number[]], { id: number }>(
    'DELETE FROM accounts WHERE id = ANY(?::bigint[]) RETURNING id',
  )
  const find = (where: SQL | undefined) => firstOf(orm.select().from(accounts).where(where).limit(1))
  const has = async (where: SQL | undefined) => (await find(where)) !== undefined
  const asked = (scope: Scope, filter: AccountFilter, search: string | undefined) =>
    and(
      inOwnerScope(connection, scope, accounts),
      matching(CONDITIONS, filter, undefined),
      containsAny(SEARCHED, search),
    )

  return {
    find: (appId, user) => find(and(eq(accounts.appId, appId), eq(accounts.user, user))),

    findInScope: (scope, id) => find(and(eq(accounts.id, id), inOwnerScope(connection, scope, accounts))),

    findById: (appId, id) => find(and(eq(accounts.appId, appId), eq(accounts.id, id))),

    taken: async (appId, wanted) => {
      const ofApp = eq(accounts.appId, appId)
      if (await has(and(ofApp, eq(accounts.qq, wanted.qq)))) return 'qq'
      if (await has(and(ofApp, eq(accounts.user, wanted.user)))) return 'user'
      const isIpTaken = wanted.ip !== '' && (await has(and(ofApp, eq(accounts.registrationIp, wanted.ip))))
      return isIpTaken ? 'ip' : undefined
    },

    alike: async (appId, wanted) => {
      const users = wanted.map(({ user }) => user)
      const numbers = wanted.map(({ qq }) => qq)
      return (await alike.all({ appId, users, numbers })).map(ROWS.read)
    },

    newestAt: async (appId) => {
      const newest = orm.select({ at: max(accounts.createdAt) }).from(accounts)
      return (await firstOf(newest.where(eq(accounts.appId, appId))))?.at ?? undefined
    },

    insert: (account) => firstOf(orm.insert(accounts).values(account).onConflictDoNothing().returning()),

    insertMany: async (given) => byId((await insertMany.all(ROWS.rows(given))).map(ROWS.read)),

    update: async (id, change) => {
      const current = await find(eq(accounts.id, id))
      if (current === undefined || Object.keys(change).length === 0) return current
      const { user, qq } = { ...current, ...change }
      const clash = and(
        eq(accounts.appId, current.appId),
        ne(accounts.id, id),
        or(eq(accounts.user, user), eq(accounts.qq, qq)),
      )
      if (await has(clash)) return undefined
      return firstOf(orm.update(accounts).set(change).where(eq(accounts.id, id)).returning())
    },

    delete: async (ids) => (await remove.all(ids)).map(({ id }) => id),

    ofIds: async (scope, ids) =>
      orm
        .select()
        .from(accounts)
        .where(and(amongIds(accounts.id, ids), inOwnerScope(connection, scope, accounts)))
        .orderBy(accounts.id),

    idsAfter: async (scope, filter, search, afterId, limit) => {
      const rows = await orm
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(asked(scope, filter, search), gt(accounts.id, afterId)))
        .orderBy(accounts.id)
        .limit(limit)
      return rows.map(({ id }) => id)
    },

    updateMany: async (ids, change, seconds, now) => {
      const chosen = amongIds(accounts.id, ids)
      if (Object.keys(change).length === 0 && seconds === undefined)
        return orm.select().from(accounts).where(chosen).orderBy(accounts.id)
      const longer =
        seconds === undefined
          ? {}
          : {
              vip: sql`least(greatest(${accounts.vip}, ${now}::bigint) + ${seconds}::bigint, ${PERMANENT_VIP}::bigint)`,
            }
      const changed = orm
        .update(accounts)
        .set({ ...change, ...longer })
        .where(and(chosen, seconds === undefined ? undefined : lt(accounts.vip, PERMANENT_VIP)))
      return byId(await changed.returning())
    },

    list: async (scope, filter, query) => {
      const order = keyset<AccountSort, Account>(query, SORT, accounts.id)
      const marks = await marksOf(connection, scope, filter)
      const search = { kind: 'account', columns: SEARCHED, marks } as const
      const found = await findByText(connection, search, query.search, byIdOf(query))
      const { where, ...counted } = await pickPage(
        connection,
        {
          table: accounts,
          scope: inOwnerScope(connection, scope, accounts),
          where: matching(CONDITIONS, filter, undefined),
          apps: walkedApps(scope, filter),
          found,
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = await orm
        .select()
        .from(accounts)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, ...counted, next: order.next(rows) }
    },
  }
}
