import { and, desc, eq, getTableColumns, gte, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { BindCodeRepository } from '../../repositories/bind-codes.ts'
import type { Connection } from '../connection.ts'
import { bindCodes, devices } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'

export function createBindCodeRepository(connection: Connection): BindCodeRepository {
  const { orm } = connection

  const heldIn = (scope: Scope, ...wanted: (SQL | undefined)[]) =>
    and(eq(bindCodes.state, 'held'), inOwnerScope(connection, scope, bindCodes), ...wanted)
  const selectHeld = (where: SQL | undefined) =>
    orm
      .select({
        ...getTableColumns(bindCodes),
        accountKey: devices.accountKey,
        label: devices.label,
        boundTo: devices.messengerOpenId,
      })
      .from(bindCodes)
      .innerJoin(devices, eq(devices.id, bindCodes.deviceId))
      .where(where)

  return {
    find: async (appId, code) =>
      orm
        .select()
        .from(bindCodes)
        .where(and(eq(bindCodes.appId, appId), eq(bindCodes.code, code)))
        .get(),

    findByCode: async (code) => orm.select().from(bindCodes).where(eq(bindCodes.code, code)).get(),

    issue: async (code) => {
      orm
        .update(bindCodes)
        .set({ state: 'replaced' })
        .where(and(eq(bindCodes.deviceId, code.deviceId), eq(bindCodes.state, 'pending')))
        .run()
      return orm.insert(bindCodes).values(code).onConflictDoNothing().run().changes === 1
    },

    bind: async (appId, code, openId) =>
      orm
        .update(bindCodes)
        .set({ state: 'bound', openId })
        .where(and(eq(bindCodes.appId, appId), eq(bindCodes.code, code), eq(bindCodes.state, 'pending')))
        .returning()
        .all()[0],

    hold: async (appId, code, openId) => {
      const [held] = orm
        .update(bindCodes)
        .set({ state: 'held', openId })
        .where(and(eq(bindCodes.appId, appId), eq(bindCodes.code, code), eq(bindCodes.state, 'pending')))
        .returning()
        .all()
      if (held === undefined) return undefined
      orm
        .update(bindCodes)
        .set({ state: 'replaced' })
        .where(
          and(
            eq(bindCodes.deviceId, held.deviceId),
            eq(bindCodes.state, 'held'),
            ne(bindCodes.code, held.code),
          ),
        )
        .run()
      return held
    },

    settle: async (code, state) =>
      orm
        .update(bindCodes)
        .set({ state })
        .where(and(eq(bindCodes.code, code), eq(bindCodes.state, 'held')))
        .returning()
        .all()[0],

    listHeld: async (scope, app, limit) => {
      const where = heldIn(scope, app === undefined ? undefined : eq(bindCodes.appId, app))
      return {
        rows: selectHeld(where).orderBy(desc(bindCodes.createdAt), bindCodes.code).limit(limit).all(),
        total: await orm.$count(bindCodes, where),
      }
    },

    findHeld: async (scope, code) => selectHeld(heldIn(scope, eq(bindCodes.code, code))).get(),

    countSince: async (deviceId, since) =>
      orm.$count(bindCodes, and(eq(bindCodes.deviceId, deviceId), gte(bindCodes.createdAt, since))),

    deleteExpired: async (before, heldBefore) => {
      const isOver = and(ne(bindCodes.state, 'held'), lte(bindCodes.expiresAt, before))
      orm
        .delete(bindCodes)
        .where(or(isOver, lte(bindCodes.expiresAt, heldBefore)))
        .run()
    },
  }
}
