import { and, eq, gt, inArray, lt, max, or, sql, type SQL } from 'drizzle-orm'
import { PERMANENT_VIP } from '../../../contract/limits.ts'
import { ACCOUNT } from '../../../contract/subjects/account.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Account } from '../../../domain/account/account.ts'
import type { AccountFilter, AccountRepository, AccountSort } from '../../repositories/accounts.ts'
import { appliedByWay, columnsOf, matching, sortColumns, type Conditions } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { lanesByApp } from '../lanes.ts'
import { pickPage, type Way } from '../listing.ts'
import { accounts } from '../schema/index.ts'
import { byIdOf, findByText, type TextSearch } from '../search/found-by-text.ts'
import { appsInSight, inOwnerScope, marksOf } from './scope.ts'
import { containsAny } from './search.ts'

const SORT = sortColumns(ACCOUNT, accounts)
const lane = lanesByApp('accounts')
const WAYS: Record<AccountSort, Way> = {
  id: lane(''),
  user: lane('_user'),
  vip: lane('_vip'),
  created_at: lane('_created'),
  last_login_at: lane('_seen'),
}
const SEARCH = {
  kind: 'account',
  id: accounts.id,
  columns: columnsOf(accounts, ACCOUNT.searched),
} satisfies Omit<TextSearch, 'marks' | 'scope'>

function ofApp({ app }: AccountFilter): SQL | undefined {
  return app === undefined ? undefined : eq(accounts.appId, app)
}

const CONDITIONS: Conditions<AccountFilter> = {
  app: appliedByWay,
  // A literal as in the index of disabled accounts, because the planner can't match a parameter with an
  // index's condition.
  disabled: (disabled) => sql`${accounts.disabled} = ${sql.raw(disabled ? '1' : '0')}`,
}

export function createAccountRepository(connection: Connection): AccountRepository {
  const { orm } = connection
  const has = (where: SQL | undefined) =>
    orm.select({ id: accounts.id }).from(accounts).where(where).limit(1).get() !== undefined
  const asked = (scope: Scope, filter: AccountFilter, search: string | undefined) =>
    and(
      inOwnerScope(connection, scope, accounts),
      ofApp(filter),
      matching(CONDITIONS, filter, undefined),
      containsAny(SEARCH.columns, search),
    )

  const insert = (account: Omit<Account, 'id'>): Account | undefined =>
    orm.insert(accounts).values(account).onConflictDoNothing().returning().all()[0]

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

    alike: async (appId, wanted) => {
      const isNamed = inArray(
        accounts.user,
        wanted.map(({ user }) => user),
      )
      const hasNumber = inArray(
        accounts.qq,
        wanted.map(({ qq }) => qq),
      )
      return orm
        .select()
        .from(accounts)
        .where(and(eq(accounts.appId, appId), or(isNamed, hasNumber)))
        .all()
    },

    insert: async (account) => insert(account),

    insertMany: async (given) => given.flatMap((account) => insert(account) ?? []),

    update: async (id, change) => {
      if (Object.keys(change).length === 0)
        return orm.select().from(accounts).where(eq(accounts.id, id)).get()
      // Keeps the row when a unique member is taken. Drizzle's builder has no UPDATE OR IGNORE.
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

    delete: async (ids) =>
      orm
        .delete(accounts)
        .where(inArray(accounts.id, [...ids]))
        .returning({ id: accounts.id })
        .all()
        .map(({ id }) => id),

    ofIds: async (scope, ids) =>
      orm
        .select()
        .from(accounts)
        .where(and(inArray(accounts.id, ids), inOwnerScope(connection, scope, accounts)))
        .all(),

    idsAfter: async (scope, filter, search, afterId, limit) =>
      orm
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(asked(scope, filter, search), gt(accounts.id, afterId)))
        .orderBy(accounts.id)
        .limit(limit)
        .all()
        .map(({ id }) => id),

    updateMany: async (ids, change, seconds, now) => {
      const chosen = inArray(accounts.id, ids)
      if (Object.keys(change).length === 0 && seconds === undefined)
        return orm.select().from(accounts).where(chosen).all()
      const longer =
        seconds === undefined
          ? {}
          : { vip: sql`min(max(${accounts.vip}, ${now}) + ${seconds}, ${PERMANENT_VIP})` }
      return orm
        .update(accounts)
        .set({ ...change, ...longer })
        .where(and(chosen, seconds === undefined ? undefined : lt(accounts.vip, PERMANENT_VIP)))
        .returning()
        .all()
    },

    list: async (scope, filter, query) => {
      const order = keyset<AccountSort, Account>(query, SORT, accounts.id)
      const search = {
        ...SEARCH,
        marks: marksOf(connection, scope, filter),
        scope: and(inOwnerScope(connection, scope, accounts), ofApp(filter)),
      }
      const text = findByText(connection, search, query.search, byIdOf(query))
      const { where, ...counted } = pickPage(
        connection,
        {
          table: accounts,
          apps: scope.kind === 'attributedTo' ? sql`0` : appsInSight(scope, filter.app),
          where: and(matching(CONDITIONS, filter, undefined), text.where),
          first: text.first,
          narrow: text.ways ?? [filter.disabled === true ? lane('_disabled') : WAYS.id],
          sorted: [WAYS[query.sort]],
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = orm
        .select()
        .from(accounts)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, ...counted, next: order.next(rows) }
    },
  }
}
