import { and, asc, eq, inArray } from 'drizzle-orm'
import { among, matching, type Conditions } from '../../conditions.ts'
import { columnsOf, givenOf, rightsOf } from '../../agent-rights-rows.ts'
import type { AgentRightsRepository, RightsFilter } from '../../repositories/agent-rights.ts'
import { firstOf, type Connection } from '../connection.ts'
import { agentRights, applications, operators } from '../schema/index.ts'

const CONDITIONS: Conditions<RightsFilter> = {
  agents: (ids) => inArray(agentRights.agentId, [...ids]),
  owner: (id) => eq(applications.ownerId, id),
  agent: (id) => eq(agentRights.agentId, id),
  app: (id) => eq(agentRights.appId, id),
}

export function createAgentRightsRepository({ orm }: Connection): AgentRightsRepository {
  return {
    all: async (agents) => {
      const rows = await orm.select().from(agentRights).where(among(agentRights.agentId, agents))
      return rows.map(givenOf)
    },
    find: async (agentId, appId) => {
      const row = await firstOf(
        orm
          .select()
          .from(agentRights)
          .where(and(eq(agentRights.agentId, agentId), eq(agentRights.appId, appId))),
      )
      return row && rightsOf(row)
    },
    set: async ({ agentId, appId, rights }, at) => {
      const set = { ...columnsOf(rights), updatedAt: at }
      await orm
        .insert(agentRights)
        .values({ agentId, appId, ...set })
        .onConflictDoUpdate({ target: [agentRights.agentId, agentRights.appId], set })
    },
    list: async (filter, limit) => {
      const rows = await orm
        .select({ row: agentRights, agentName: operators.name, appName: applications.name })
        .from(agentRights)
        .innerJoin(operators, eq(operators.id, agentRights.agentId))
        .innerJoin(applications, eq(applications.id, agentRights.appId))
        .where(matching(CONDITIONS, filter, undefined))
        .orderBy(asc(agentRights.agentId), asc(agentRights.appId))
        .limit(limit)
      return rows.map(({ row, agentName, appName }) => ({ ...givenOf(row), agentName, appName }))
    },
  }
}
