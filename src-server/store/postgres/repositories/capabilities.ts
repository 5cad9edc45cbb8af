import { and, eq, like } from 'drizzle-orm'
import { among } from '../../conditions.ts'
import { priceKey, type CapabilityRepository } from '../../repositories/capabilities.ts'
import { firstOf, type Connection } from '../connection.ts'
import { apiStates, grants, meta } from '../schema/index.ts'

export function createCapabilityRepository({ orm }: Connection): CapabilityRepository {
  const setPrice = async (appId: number, api: string, value: string): Promise<void> => {
    const key = priceKey(appId, api)
    if (value === '') await orm.delete(meta).where(eq(meta.key, key))
    else
      await orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } })
  }
  return {
    setState: async (api, { state, priceText }) => {
      await orm
        .insert(apiStates)
        .values({ api, state, priceText })
        .onConflictDoUpdate({ target: apiStates.api, set: { state, priceText } })
    },
    findGrant: async (appId, api) => {
      const row = await firstOf(
        orm
          .select()
          .from(grants)
          .where(and(eq(grants.appId, appId), eq(grants.api, api))),
      )
      if (row === undefined) return undefined
      const { appId: _, api: __, ...grant } = row
      const price = await firstOf(
        orm
          .select()
          .from(meta)
          .where(eq(meta.key, priceKey(appId, api))),
      )
      return { ...grant, priceText: price?.value ?? '' }
    },
    changeGrant: async (appId, api, { priceText, ...columns }, base) => {
      const { priceText: _, ...others } = base
      const row = { ...others, ...columns, appId, api }
      const insert = orm.insert(grants).values(row)
      if (Object.keys(columns).length === 0) await insert.onConflictDoNothing()
      else await insert.onConflictDoUpdate({ target: [grants.appId, grants.api], set: columns })
      if (priceText !== undefined) await setPrice(appId, api, priceText)
    },
    forgetPrices: async (appId) => {
      await orm.delete(meta).where(like(meta.key, priceKey(appId, '%')))
    },
    states: async () => {
      const rows = await orm.select().from(apiStates)
      return new Map(rows.map(({ api, ...status }) => [api, status]))
    },
    grants: async (apps) => {
      const priced = await orm.select().from(meta).where(like(meta.key, 'price:%'))
      const prices = new Map(priced.map(({ key, value }) => [key, value]))
      const rows = await orm.select().from(grants).where(among(grants.appId, apps))
      return rows.map((row) => ({ ...row, priceText: prices.get(priceKey(row.appId, row.api)) ?? '' }))
    },
  }
}
