import type { Clock } from '../../contract/ports.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { RiskNote, Seen } from '../../domain/risk/risk.ts'
import { groupKeyOf } from '../../domain/risk/risk-group.ts'
import type { Store } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import type { RiskNames } from './risk-names.ts'
import type { Risks } from './risks.ts'

interface Parts {
  readonly store: Store
  readonly risks: Pick<Risks, 'seen'>
  readonly names: RiskNames
  readonly clock: Clock
}

interface Chosen {
  readonly keys?: readonly string[] | undefined
  readonly groups?: readonly string[] | undefined
  /** Newer risks of the groups stay open, Unix seconds. */
  readonly at?: number | undefined
  readonly note: string
}

/** Marks risks as reviewed. Each chosen risk, and each chosen group, leaves one row in the audit log. */
export class RiskAcknowledgements {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Acknowledges the chosen risks that the actor sees and that still exist. @returns how many */
  async acknowledge(actor: Actor, chosen: Chosen): Promise<{ done: number }> {
    const { store, clock } = this.#parts
    const single: Seen[] = []
    const groups = new Map<string, [Seen, ...Seen[]]>()
    const keys = new Set(chosen.keys)
    const wanted = new Set(chosen.groups)
    for (const seen of await this.#parts.risks.seen(actor, {})) {
      if (keys.has(seen.risk.key)) single.push(seen)
      else if (wanted.size > 0 && seen.risk.at <= (chosen.at ?? Infinity)) {
        const group = groupKeyOf(seen)
        if (!wanted.has(group)) continue
        const members = groups.get(group)
        if (members === undefined) groups.set(group, [seen])
        else members.push(seen)
      }
    }
    const now = clock.now()
    const said = (seen: Seen): RiskNote => ({
      key: seen.risk.key,
      ownerId: seen.risk.ownerId,
      byId: actor.personId,
      by: actor.name,
      note: chosen.note,
      at: now,
    })
    const named = await this.#named([...single, ...[...groups.values()].map(([first]) => first)])
    await store.write(
      async (unit) => {
        const marked: RiskNote[] = []
        for (const [key, members] of [...single.map((seen) => [seen.risk.key, [seen]] as const), ...groups]) {
          const [first] = members
          const { kind, app, ownerId } = first.risk
          const subject = named.get(first.risk.key) ?? ''
          const count = groups.has(key) ? { count: members.length } : {}
          marked.push(...members.map(said))
          await audit(unit, actor, now, {
            action: 'risk_acknowledge',
            subject: { kind: 'risk', id: key, label: labelOf(subject === '' ? kind : subject, members) },
            app,
            owner: ownerId === 0 ? null : ownerId,
            after: { note: chosen.note, ...count },
          })
        }
        await unit.risks.putNotes(marked)
        for (const { key } of marked) unit.changed('riskNote', key)
      },
      { durable: true },
    )
    return { done: single.length + [...groups.values()].reduce((sum, { length }) => sum + length, 0) }
  }

  async #named(seen: readonly Seen[]): Promise<ReadonlyMap<string, string>> {
    const items = await this.#parts.names.put(seen)
    return new Map(items.map(({ key, subject }) => [key, subject]))
  }
}

function labelOf(subject: string, { length }: readonly unknown[]): string {
  return length > 1 ? `${subject} × ${length}` : subject
}
