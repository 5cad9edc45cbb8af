import type { CapabilityRepository } from '../../repositories/capabilities.ts'
import type { Connection } from '../connection.ts'
import { apiStates, grants } from '../schema/index.ts'

export function createCapabilityRepository({ orm }: Connection): CapabilityRepository {
  return {
    states: async () =>
      new Map(
        orm
          .select()
          .from(apiStates)
          .all()
          .map(({ api, state }) => [api, state]),
      ),
    grants: async () => orm.select().from(grants).all(),
  }
}
