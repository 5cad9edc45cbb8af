import type { ListQuery, Page } from '../contract/paging.ts'
import type { AgentRecord, IssuedInvitation } from '../contract/records/person.ts'
import type { Operator } from '../domain/access/operator.ts'
import { personState } from '../domain/access/person.ts'
import { scopeOf, type Actor } from '../domain/access/scope.ts'
import type { Store } from '../store/store.ts'
import type { NewPerson, People, PersonFields } from './people.ts'

interface Parts {
  readonly store: Store
  readonly people: People
}

/** Agents as those see them whose codes they sell (specification, Roles). */
export class Agents {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The owner's are all of them, a developer's those his codes and accounts are attributed to. */
  async list(actor: Actor, query: ListQuery<'id' | 'name'>): Promise<Page<AgentRecord>> {
    const page = await this.#parts.store.read((unit) => unit.operators.agents(scopeOf(actor), query))
    return { ...page, rows: page.rows.map((operator) => agentRecord(operator)) }
  }

  async create(
    actor: Actor,
    person: NewPerson,
  ): Promise<{ agent: AgentRecord; invitation: IssuedInvitation | null }> {
    const made = await this.#parts.people.create(actor, 'agent', person, () =>
      Promise.resolve({ role: 'agent' }),
    )
    return { agent: agentRecord(made.operator), invitation: made.invitation }
  }

  async update(actor: Actor, id: number, fields: PersonFields): Promise<AgentRecord> {
    return agentRecord(await this.#parts.people.update(actor, 'agent', id, fields))
  }

  /** His codes refuse from then on. @throws Refused 404 */
  async ban(actor: Actor, id: number, reason: string): Promise<AgentRecord> {
    return agentRecord((await this.#parts.people.ban(actor, 'agent', id, reason)).operator)
  }

  async unban(actor: Actor, id: number): Promise<AgentRecord> {
    return agentRecord((await this.#parts.people.unban(actor, 'agent', id)).operator)
  }
}

function agentRecord(operator: Operator): AgentRecord {
  return { id: operator.id, name: operator.name, state: personState(operator) }
}
