import type { Followers } from '../copies/followers.ts'
import type { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import type { AgentBans } from './agents/agent-bans.ts'
import type { AgentRights } from './agents/agent-rights.ts'
import type { AgentTree } from './agents/agent-tree.ts'
import type { ApplicationRegistry } from './applications/application-registry.ts'
import type { RuleEngine } from './rules/rule-engine.ts'

interface Memory {
  readonly registry: ApplicationRegistry
  readonly bans: AgentBans
  readonly agentTree: AgentTree
  readonly agentRights: AgentRights
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly rules: RuleEngine
}

/** The memory that several areas share follows the commits of all copies. */
export function followCommits(followers: Followers, memory: Memory, now: () => number): void {
  followApplications(followers, memory.registry, (id) => {
    memory.devices.removeApplication(id)
  })
  followAgents(followers, memory)
  followAccounts(followers, memory)
  followRules(followers, memory, now)
}

/** @param removed called after an application is gone */
export function followApplications(
  followers: Followers,
  registry: ApplicationRegistry,
  removed: (id: number) => void,
): void {
  followers.add('application', {
    read: async (unit, ids) => byId(await unit.applications.all(ids)),
    take: (id, application) => {
      if (application !== undefined) registry.put(application)
      else {
        registry.remove(id)
        removed(id)
      }
    },
  })
  followers.add('api', {
    read: (unit) => unit.capabilities.states(),
    take: (api, status) => {
      if (status !== undefined) registry.putApi(api, status)
    },
  })
  followers.add('grants', {
    read: async (unit, ids) => {
      const grants = Map.groupBy(await unit.capabilities.grants(ids), ({ appId }) => appId)
      return [...grants].map(([appId, own]) => [
        appId,
        new Map(own.map(({ appId: _, api, ...grant }) => [api, grant])),
      ])
    },
    take: (id, grants) => {
      registry.putGrants(id, grants ?? new Map())
    },
  })
  followers.add('calls', {
    read: (unit, ids) => unit.applications.callTotals(ids),
    take: (id, total) => {
      registry.putCalls(id, total ?? 0)
    },
  })
}

function followAgents(followers: Followers, { bans, agentTree, agentRights }: Memory): void {
  followers.add('ban', {
    read: async (unit, ids) => (await unit.operators.bannedIds(ids)).map((id) => [id, true]),
    take: (id, isBanned) => {
      bans.put(id, isBanned === true)
    },
  })
  followers.add('agent', {
    read: async (unit, ids) => (await unit.agents.parents(ids)).map(({ id, parentId }) => [id, parentId]),
    take: (id, parentId) => {
      if (parentId !== undefined) agentTree.adopt(id, parentId)
    },
  })
  followers.add('agentRights', {
    read: async (unit, ids) => Map.groupBy(await unit.agentRights.all(ids), ({ agentId }) => agentId),
    take: (_, given = []) => {
      for (const one of given) agentRights.put(one)
    },
  })
}

function followAccounts(followers: Followers, { devices, commands }: Memory): void {
  followers.add('device', {
    read: async (unit, ids) => byId(await unit.devices.ofIds(ids)),
    take: (id, device) => {
      if (device === undefined) devices.removeDevice(id)
      else devices.putDevice(device)
    },
  })
  followers.add('command', {
    read: async (unit, ids) =>
      (await unit.commands.newest(ids)).map((command) => [command.deviceId, command]),
    take: (_, command) => {
      if (command !== undefined) commands.follow(command)
    },
  })
}

function followRules(followers: Followers, { rules }: Memory, now: () => number): void {
  followers.add('rule', {
    read: async (unit, ids) => byId(await unit.rules.all(ids)),
    take: (id, rule) => {
      if (rule === undefined) rules.book.remove(id, now())
      else rules.putRule(rule, now())
    },
  })
  followers.add('droppedLadders', {
    read: () => Promise.resolve([]),
    take: (id) => {
      rules.states.drop(id)
    },
  })
}

function byId<T extends { readonly id: number }>(records: readonly T[]): (readonly [number, T])[] {
  return records.map((record) => [record.id, record])
}
