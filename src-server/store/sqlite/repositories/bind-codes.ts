import { and, eq, gte, lte } from 'drizzle-orm'
import type { BindCodeRepository } from '../../repositories/bind-codes.ts'
import type { Connection } from '../connection.ts'
import { bindCodes } from '../schema/index.ts'

export function createBindCodeRepository({ orm }: Connection): BindCodeRepository {
  return {
    find: async (appId, code) =>
      orm
        .select()
        .from(bindCodes)
        .where(and(eq(bindCodes.appId, appId), eq(bindCodes.code, code)))
        .get(),

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

    countSince: async (deviceId, since) =>
      orm.$count(bindCodes, and(eq(bindCodes.deviceId, deviceId), gte(bindCodes.createdAt, since))),

    deleteExpired: async (before) => {
      orm.delete(bindCodes).where(lte(bindCodes.expiresAt, before)).run()
    },
  }
}
