import { and, eq, like } from 'drizzle-orm'
import { priceKey, type CapabilityRepository } from '../../repositories/capabilities.ts'
import { among } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { apiStates, grants, meta } from '../schema/index.ts'

export function createCapabilityRepository({ orm }: Connection): CapabilityRepository {
  const setPrice = (appId: number, api: string, value: string): void => {
    const key = priceKey(appId, api)
    if (value === '') orm.delete(meta).where(eq(meta.key, key)).run()
    else
      orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run()
  }
  const priceOf = (appId: number, api: string): string =>
    orm
      .select()
      .from(meta)
      .where(eq(meta.key, priceKey(appId, api)))
      .get()?.value ?? ''
  return {
    setState: async (api, { state, priceText }) => {
      orm
        .insert(apiStates)
        .values({ api, state, priceText })
        .onConflictDoUpdate({ target: apiStates.api, set: { state, priceText } })
        .run()
    },
    findGrant: async (appId, api) => {
      const row = orm
        .select()
        .from(grants)
        .where(and(eq(grants.appId, appId), eq(grants.api, api)))
        .get()
      if (row === undefined) return undefined
      const { appId: _, api: __, ...grant } = row
      return { ...grant, priceText: priceOf(appId, api) }
    },
    changeGrant: async (appId, api, { priceText, ...columns }, base) => {
      const { priceText: _, ...others } = base
      const row = { ...others, ...columns, appId, api }
      const insert = orm.insert(grants).values(row)
      if (Object.keys(columns).length === 0) insert.onConflictDoNothing().run()
      else insert.onConflictDoUpdate({ target: [grants.appId, grants.api], set: columns }).run()
      if (priceText !== undefined) setPrice(appId, api, priceText)
    },
    forgetPrices: async (appId) => {
      orm
        .delete(meta)
        .where(like(meta.key, priceKey(appId, '%')))
        .run()
    },
    states: async () =>
      new Map(
        orm
          .select()
          .from(apiStates)
          .all()
          .map(({ api, ...status }) => [api, status]),
      ),
    grants: async (apps) => {
      const priced = orm.select().from(meta).where(like(meta.key, 'price:%')).all()
      const prices = new Map(priced.map(({ key, value }) => [key, value]))
      return orm
        .select()
        .from(grants)
        .where(among(grants.appId, apps))
        .all()
        .map((row) => ({ ...row, priceText: prices.get(priceKey(row.appId, row.api)) ?? '' }))
    },
  }
}
