import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AgentRecord, IssuedInvitation } from '../../contract/records/person.ts'
import { mayHaveAgents } from '../../domain/access/agent-rights.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { manages, personState } from '../../domain/access/person.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import { openAgentAccount } from './agent-accounts.ts'
import type { AgentTree } from './agent-tree.ts'
import type { NewPerson, People, PersonFields } from '../people/people.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly people: People
  readonly tree: AgentTree
  readonly clock: Clock
}

/** Agents, for the operators whose codes they sell (the specification, Roles). */
export class Agents {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The owner lists all agents, developers those who work for them, agents those below them. */
  async list(actor: Actor, query: ListQuery<'id' | 'name'>): Promise<Page<AgentRecord>> {
    const page = await this.#parts.store.read((unit) => unit.operators.agents(scopeOf(actor), query))
    return { ...page, rows: page.rows.map((agent) => this.#record(agent, manages(actor, 'agent', agent))) }
  }

  /**
   * Creates an agent who works for the actor. Such an agent has an account in a developer's books. If the actor is an
   * agent, the new one is below them, in the books that the actor has accounts in.
   * @throws Refused 403 with `fields`: `plan` where the plan has no room, `level` for an agent who may have none
   *   below; 409 for a name that is taken
   */
  async create(
    actor: Actor,
    person: NewPerson,
  ): Promise<{ agent: AgentRecord; invitation: IssuedInvitation | null }> {
    const made = await this.#parts.people.create(
      actor,
      'agent',
      person,
      () => Promise.resolve(this.#bind(actor)),
      (unit, operator) => this.#welcome(unit, actor, operator),
    )
    return { agent: this.#record(made.operator), invitation: made.invitation }
  }

  /** @throws Refused 404 for an agent whom the actor doesn't look after; 409 for a name that is taken */
  async update(actor: Actor, id: number, fields: PersonFields): Promise<AgentRecord> {
    return this.#record(await this.#parts.people.update(actor, 'agent', id, fields))
  }

  /** The agent's codes are refused from then on. @throws Refused 404 */
  async ban(actor: Actor, id: number, reason: string): Promise<AgentRecord> {
    return this.#record((await this.#parts.people.ban(actor, 'agent', id, reason)).operator)
  }

  async unban(actor: Actor, id: number): Promise<AgentRecord> {
    return this.#record((await this.#parts.people.unban(actor, 'agent', id)).operator)
  }

  #bind(actor: Actor): Pick<Operator, 'role' | 'parentId' | 'makerId'> {
    const made = { role: 'agent', makerId: actor.operatorId } as const
    if (actor.role !== 'agent') return { ...made, parentId: null }
    if (!mayHaveAgents(this.#parts.tree.levelOf(actor.operatorId)))
      throw new Refused(CONSOLE.forbidden, 'There are no agents below this level', { level: 'the last one' })
    return { ...made, parentId: actor.operatorId }
  }

  async #welcome(unit: WriteUnit, actor: Actor, { id, parentId }: Operator): Promise<void> {
    const { clock } = this.#parts
    const books = parentId === null ? [actor.operatorId] : await unit.agents.booksOf(parentId)
    for (const book of books) await openAgentAccount(unit, book, id, clock.now())
    if (parentId !== null) unit.changed('agent', id)
  }

  /** @param own whether the actor looks after the agent */
  #record(operator: Operator, own = true): AgentRecord {
    const { email, qq, note } = operator
    return {
      id: operator.id,
      name: operator.name,
      state: personState(operator),
      parent: operator.parentId,
      level: operator.parentId === null ? 1 : this.#parts.tree.levelOf(operator.parentId) + 1,
      own,
      ...(own ? { email, qq, note } : { email: '', qq: '', note: '' }),
    }
  }
}
