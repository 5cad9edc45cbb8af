import { and, asc, desc, eq, max, or, sql, type SQL } from 'drizzle-orm'
import type { AccountRepository } from '../../repositories/accounts.ts'
import type { Connection } from '../connection.ts'
import { accounts } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'
import { contains } from './search.ts'

const SORT = {
  id: accounts.id,
  user: accounts.user,
  vip: accounts.vip,
  created_at: accounts.createdAt,
  last_login_at: accounts.lastLoginAt,
}

export function createAccountRepository(connection: Connection): AccountRepository {
  const { orm } = connection
  const has = (where: SQL | undefined) =>
    orm.select({ id: accounts.id }).from(accounts).where(where).limit(1).get() !== undefined

  return {
    find: async (appId, user) =>
      orm
        .select()
        .from(accounts)
        .where(and(eq(accounts.appId, appId), eq(accounts.user, user)))
        .get(),

    findInScope: async (scope, id) =>
      orm
        .select()
        .from(accounts)
        .where(and(eq(accounts.id, id), inOwnerScope(connection, scope, accounts)))
        .get(),

    findById: async (appId, id) =>
      orm
        .select()
        .from(accounts)
        .where(and(eq(accounts.appId, appId), eq(accounts.id, id)))
        .get(),

    taken: async (appId, wanted) => {
      const ofApp = eq(accounts.appId, appId)
      if (has(and(ofApp, eq(accounts.qq, wanted.qq)))) return 'qq'
      if (has(and(ofApp, eq(accounts.user, wanted.user)))) return 'user'
      return wanted.ip !== '' && has(and(ofApp, eq(accounts.registrationIp, wanted.ip))) ? 'ip' : undefined
    },

    newestAt: async (appId) =>
      orm
        .select({ at: max(accounts.createdAt) })
        .from(accounts)
        .where(eq(accounts.appId, appId))
        .get()?.at ?? undefined,

    insert: async (account) =>
      orm.insert(accounts).values(account).onConflictDoNothing().returning().all()[0],

    update: async (id, change) => {
      if (Object.keys(change).length === 0)
        return orm.select().from(accounts).where(eq(accounts.id, id)).get()
      // A unique member that is taken leaves the row as it is: UPDATE OR IGNORE has no place in drizzle's builder.
      const current = orm.select().from(accounts).where(eq(accounts.id, id)).get()
      if (current === undefined) return undefined
      const wanted = { ...current, ...change }
      const clash = orm
        .select({ id: accounts.id })
        .from(accounts)
        .where(
          and(
            eq(accounts.appId, current.appId),
            sql`${accounts.id} <> ${id}`,
            or(eq(accounts.user, wanted.user), eq(accounts.qq, wanted.qq)),
          ),
        )
        .get()
      if (clash !== undefined) return undefined
      return orm.update(accounts).set(change).where(eq(accounts.id, id)).returning().all()[0]
    },

    delete: async (id) => orm.delete(accounts).where(eq(accounts.id, id)).run().changes === 1,

    list: async (scope, filter, query) => {
      const where = and(
        inOwnerScope(connection, scope, accounts),
        filter.app === undefined ? undefined : eq(accounts.appId, filter.app),
        filter.disabled === undefined ? undefined : eq(accounts.disabled, filter.disabled),
        query.search === undefined || query.search === ''
          ? undefined
          : or(
              contains(accounts.user, query.search),
              contains(accounts.qq, query.search),
              contains(accounts.name, query.search),
            ),
      )
      const order = query.desc ? desc : asc
      const rows = orm
        .select()
        .from(accounts)
        .where(where)
        .orderBy(order(SORT[query.sort]), order(accounts.id))
        .limit(query.limit)
        .offset(query.offset)
        .all()
      return { rows, total: await orm.$count(accounts, where) }
    },
  }
}
