import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { ViewRecord } from '../../contract/records/workspace.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { SavedView } from '../../store/repositories/views.ts'
import type { Store } from '../../store/store.ts'
import { audit } from './audit-trail.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

const MOST_VIEWS = 100

/** Filters, order and columns of lists that operators save under a name, each for themselves. */
export class SavedViews {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, list: string): Promise<ViewRecord[]> {
    return (await this.#parts.store.read((unit) => unit.views.list(actor.personId, list))).map(viewRecord)
  }

  /** @throws Refused 409 for one too many */
  async save(
    actor: Actor,
    view: Pick<SavedView, 'list' | 'name' | 'query' | 'columns'>,
  ): Promise<ViewRecord> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const saved = await store.write(
      async (unit) => {
        const before = await unit.views.findByName(actor.personId, view.list, view.name)
        if (before === undefined && (await unit.views.count(actor.personId)) >= MOST_VIEWS)
          throw new Refused(CONSOLE.conflict, `There are ${MOST_VIEWS} views already`)
        const after = await unit.views.save({ operatorId: actor.personId, ...view, createdAt: now })
        await audit(unit, actor, now, {
          action: 'view_save',
          ...subjectOf(actor, after),
          before: before && contentOf(before),
          after: contentOf(after),
        })
        return after
      },
      { durable: true },
    )
    return viewRecord(saved)
  }

  /** @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        const gone = await unit.views.delete(actor.personId, id)
        if (gone === undefined) throw new Refused(CONSOLE.notFound, 'There is no such view')
        await audit(unit, actor, clock.now(), {
          action: 'view_delete',
          ...subjectOf(actor, gone),
          before: contentOf(gone),
        })
      },
      { durable: true },
    )
  }
}

function subjectOf(actor: Actor, { id, name }: SavedView) {
  return { subject: { kind: 'view', id, label: name }, owner: actor.operatorId }
}

function contentOf({ list, query, columns }: SavedView) {
  return { list, query, columns }
}

function viewRecord({ operatorId: _, createdAt, query, columns, ...view }: SavedView): ViewRecord {
  return { ...view, query: { ...query }, columns: [...columns], created_at: createdAt }
}
