import { and, desc, eq, getTableColumns, gte, lte, ne, or, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { BindCodeRepository } from '../../repositories/bind-codes.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
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
  const pending = (appId: number, code: string) =>
    and(eq(bindCodes.appId, appId), eq(bindCodes.code, code), eq(bindCodes.state, 'pending'))

  return {
    find: (appId, code) =>
      firstOf(
        orm
          .select()
          .from(bindCodes)
          .where(and(eq(bindCodes.appId, appId), eq(bindCodes.code, code))),
      ),

    findByCode: (code) => firstOf(orm.select().from(bindCodes).where(eq(bindCodes.code, code))),

    issue: async (code) => {
      await orm
        .update(bindCodes)
        .set({ state: 'replaced' })
        .where(and(eq(bindCodes.deviceId, code.deviceId), eq(bindCodes.state, 'pending')))
      return (await changedBy(orm.insert(bindCodes).values(code).onConflictDoNothing())) === 1
    },

    bind: (appId, code, openId) =>
      firstOf(orm.update(bindCodes).set({ state: 'bound', openId }).where(pending(appId, code)).returning()),

    hold: async (appId, code, openId) => {
      const held = await firstOf(
        orm.update(bindCodes).set({ state: 'held', openId }).where(pending(appId, code)).returning(),
      )
      if (held === undefined) return undefined
      const isOther = and(
        eq(bindCodes.deviceId, held.deviceId),
        eq(bindCodes.state, 'held'),
        ne(bindCodes.code, held.code),
      )
      await orm.update(bindCodes).set({ state: 'replaced' }).where(isOther)
      return held
    },

    settle: (code, state) =>
      firstOf(
        orm
          .update(bindCodes)
          .set({ state })
          .where(and(eq(bindCodes.code, code), eq(bindCodes.state, 'held')))
          .returning(),
      ),

    listHeld: async (scope, app, limit) => {
      const where = heldIn(scope, app === undefined ? undefined : eq(bindCodes.appId, app))
      return {
        rows: await selectHeld(where).orderBy(desc(bindCodes.createdAt), bindCodes.code).limit(limit),
        total: await orm.$count(bindCodes, where),
      }
    },

    findHeld: (scope, code) => firstOf(selectHeld(heldIn(scope, eq(bindCodes.code, code)))),

    countSince: async (deviceId, since) =>
      orm.$count(bindCodes, and(eq(bindCodes.deviceId, deviceId), gte(bindCodes.createdAt, since))),

    deleteExpired: async (before, heldBefore) => {
      const isOver = and(ne(bindCodes.state, 'held'), lte(bindCodes.expiresAt, before))
      await orm.delete(bindCodes).where(or(isOver, lte(bindCodes.expiresAt, heldBefore)))
    },
  }
}
