import type { CapabilityRepository } from '../../repositories/capabilities.ts'
import type { Connection } from '../connection.ts'
import { apiStates, grants } from '../schema/index.ts'

export function createCapabilityRepository({ orm }: Connection): CapabilityRepository {
  return {
    setState: async (api, { state, priceText }) => {
      orm
        .insert(apiStates)
        .values({ api, state, priceText })
        .onConflictDoUpdate({ target: apiStates.api, set: { state, priceText } })
        .run()
    },
    setGrant: async (appId, api, grant) => {
      orm
        .insert(grants)
        .values({ appId, api, ...grant })
        .onConflictDoUpdate({ target: [grants.appId, grants.api], set: grant })
        .run()
    },
    states: async () =>
      new Map(
        orm
          .select()
          .from(apiStates)
          .all()
          .map(({ api, ...standing }) => [api, standing]),
      ),
    grants: async () => orm.select().from(grants).all(),
  }
}
