import { and, asc, eq, inArray } from 'drizzle-orm'
import { columnsOf, givenOf, rightsOf } from '../../agent-rights-rows.ts'
import type { AgentRightsRepository, RightsFilter } from '../../repositories/agent-rights.ts'
import type { Connection } from '../connection.ts'
import { agentRights, applications, operators } from '../schema/index.ts'
import { among, matching, type Conditions } from '../../conditions.ts'

const CONDITIONS: Conditions<RightsFilter> = {
  agents: (ids) => inArray(agentRights.agentId, [...ids]),
  owner: (id) => eq(applications.ownerId, id),
  agent: (id) => eq(agentRights.agentId, id),
  app: (id) => eq(agentRights.appId, id),
}

export function createAgentRightsRepository({ orm }: Connection): AgentRightsRepository {
  return {
    all: async (agents) =>
      orm.select().from(agentRights).where(among(agentRights.agentId, agents)).all().map(givenOf),
    find: async (agentId, appId) => {
      const row = orm
        .select()
        .from(agentRights)
        .where(and(eq(agentRights.agentId, agentId), eq(agentRights.appId, appId)))
        .get()
      return row === undefined ? undefined : rightsOf(row)
    },
    set: async ({ agentId, appId, rights }, at) => {
      const set = { ...columnsOf(rights), updatedAt: at }
      orm
        .insert(agentRights)
        .values({ agentId, appId, ...set })
        .onConflictDoUpdate({ target: [agentRights.agentId, agentRights.appId], set })
        .run()
    },
    list: async (filter, limit) =>
      orm
        .select({ row: agentRights, agentName: operators.name, appName: applications.name })
        .from(agentRights)
        .innerJoin(operators, eq(operators.id, agentRights.agentId))
        .innerJoin(applications, eq(applications.id, agentRights.appId))
        .where(matching(CONDITIONS, filter, undefined))
        .orderBy(asc(agentRights.agentId), asc(agentRights.appId))
        .limit(limit)
        .all()
        .map(({ row, agentName, appName }) => ({ ...givenOf(row), agentName, appName })),
  }
}
