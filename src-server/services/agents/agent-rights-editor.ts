import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AgentRightsRecord } from '../../contract/records/sale.ts'
import { rightsBeyond, NO_RIGHTS, type Rights } from '../../domain/access/agent-rights.ts'
import { knownAgent, type KnownRecord } from '../../domain/access/known.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import type { RightsFilter } from '../../store/repositories/agent-rights.ts'
import type { Store, Unit } from '../../store/store.ts'
import { openAgentAccount } from './agent-accounts.ts'
import type { AgentRights } from './agent-rights.ts'
import type { AgentTree } from './agent-tree.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { findWorker } from './require-agent.ts'

interface Parts {
  readonly store: Store
  readonly rights: AgentRights
  readonly tree: AgentTree
  readonly applications: ApplicationRegistry
  readonly clock: Clock
}

/** The wanted change; members that are left out stay as they are. */
export interface RightsChange {
  readonly agent: number
  readonly app: number
  readonly rights: { readonly [K in keyof Rights]?: boolean | undefined }
}

/** Rows of one answer at most: nobody looks through more agents times applications. */
const MOST_ROWS = 2000

/** Shows and changes what agents may do for their customers, for the operators above them. */
export class AgentRightsEditor {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Effective rights: without those that an agent above lost. Agents see their own and those of agents below. */
  async list(
    actor: Actor,
    filter: { readonly agent?: number | undefined; readonly app?: number | undefined },
  ): Promise<AgentRightsRecord[]> {
    const { store, rights } = this.#parts
    const rows = await store.read((unit) =>
      unit.agentRights.list({ ...this.#inSight(actor), ...filter }, MOST_ROWS),
    )
    return rows.map(({ agentId, agentName, appId, appName }) => ({
      agent: agentId,
      agent_name: agentName,
      app: appId,
      app_name: appName,
      ...rights.of(agentId, appId),
    }))
  }

  /**
   * Gives and takes rights; agents below lose a taken right too. From then on the agent has a ledger account in the
   * books of the application's owner.
   * @throws Refused 404 for an application or an agent that isn't the actor's; 403 with `fields`: `right` for a right
   *   that an agent gives without having it, `plan` where there is no room for one more agent
   */
  async set(
    actor: Actor,
    { agent: agentId, app: appId, rights: change }: RightsChange,
  ): Promise<AgentRightsRecord> {
    const { store, rights, clock } = this.#parts
    const named = await store.write(
      async (unit) => {
        const { application, agent } = await this.#require(unit, actor, agentId, appId)
        const before = (await unit.agentRights.find(agentId, appId)) ?? NO_RIGHTS
        const after = merge(before, change)
        this.#requireOwn(actor, appId, before, after)
        const now = clock.now()
        await openAgentAccount(unit, application.ownerId, agentId, now)
        await unit.agentRights.set({ agentId: agent.id, appId, rights: after }, now)
        await audit(unit, actor, now, {
          action: 'agent_rights_set',
          subject: { kind: 'operator', id: agentId, label: agent.name },
          app: appId,
          owner: application.ownerId,
          before,
          after,
        })
        unit.changed('agentRights', agentId)
        return { agent_name: agent.name, app_name: application.name }
      },
      { durable: true },
    )
    return { agent: agentId, app: appId, ...named, ...rights.of(agentId, appId) }
  }

  #inSight(actor: Actor): RightsFilter {
    switch (actor.role) {
      case 'owner':
        return {}
      case 'developer':
        return { owner: actor.operatorId }
      case 'agent':
        return { agents: [actor.operatorId, ...this.#parts.tree.below(actor.operatorId)] }
    }
  }

  async #require(
    unit: Unit,
    actor: Actor,
    agentId: number,
    appId: number,
  ): Promise<{ application: Application; agent: KnownRecord<'agent', Operator> }> {
    const application = this.#parts.applications.find(appId)?.settings
    if (application === undefined || !(await this.#hasSay(unit, actor, application)))
      throw new Refused(CONSOLE.notFound, 'There is no such application')
    const agent = await this.#findBelow(unit, actor, agentId)
    if (agent === undefined) throw new Refused(CONSOLE.notFound, 'There is no such agent')
    return { application, agent }
  }

  async #hasSay(unit: Unit, { role, operatorId }: Actor, { ownerId }: Application): Promise<boolean> {
    if (role === 'agent') return unit.agents.worksFor(ownerId, operatorId)
    return role === 'owner' || ownerId === operatorId
  }

  async #findBelow(
    unit: Unit,
    actor: Actor,
    agentId: number,
  ): Promise<KnownRecord<'agent', Operator> | undefined> {
    if (actor.role !== 'agent') return findWorker(unit, actor, agentId)
    const isBelow = this.#parts.tree.below(actor.operatorId).includes(agentId)
    return isBelow ? knownAgent(actor, await unit.operators.find(agentId), isBelow) : undefined
  }

  /** The agent below may keep a right that the giving agent has lost. */
  #requireOwn(actor: Actor, appId: number, before: Rights, after: Rights): void {
    if (actor.role !== 'agent') return
    const over = rightsBeyond(this.#parts.rights.of(actor.operatorId, appId), after).filter(
      (right) => !before[right],
    )
    if (over.length > 0)
      throw new Refused(CONSOLE.forbidden, 'An agent can give only rights that they have', {
        right: over.join(', '),
      })
  }
}

function merge(before: Rights, change: RightsChange['rights']): Rights {
  return {
    pause_open: change.pause_open ?? before.pause_open,
    pause_add: change.pause_add ?? before.pause_add,
    close_all: change.close_all ?? before.close_all,
    unbind: change.unbind ?? before.unbind,
    rebind: change.rebind ?? before.rebind,
  }
}
