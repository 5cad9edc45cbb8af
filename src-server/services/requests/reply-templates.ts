import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { ReplyTemplateRecord } from '../../contract/records/request.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { ReplyTemplate } from '../../store/repositories/requests.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

type Text = Pick<ReplyTemplate, 'title' | 'text'>

const MOST_TEMPLATES = 50

/** Answers for repeated use. The templates of an employer are also those of their staff. */
export class ReplyTemplates {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor): Promise<ReplyTemplateRecord[]> {
    return (await this.#parts.store.read((unit) => unit.replyTemplates.list(actor.operatorId))).map(record)
  }

  /** @param id undefined for a new one @throws Refused 404, 409 for one too many */
  async save(actor: Actor, id: number | undefined, text: Text): Promise<ReplyTemplateRecord> {
    const { store, clock } = this.#parts
    const saved = await store.write(
      async (unit) => {
        const now = clock.now()
        const { before, after } = await (id === undefined
          ? insert(unit, actor, text, now)
          : update(unit, actor, id, text))
        await audit(unit, actor, now, {
          action: 'reply_template_save',
          ...subjectOf(after),
          before: before && textOf(before),
          after: textOf(after),
        })
        return after
      },
      { durable: true },
    )
    return record(saved)
  }

  /** @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        const gone = await unit.replyTemplates.delete(actor.operatorId, id)
        if (gone === undefined) throw unknown()
        const change = { action: 'reply_template_delete', ...subjectOf(gone), before: textOf(gone) }
        await audit(unit, actor, clock.now(), change)
      },
      { durable: true },
    )
  }
}

interface Saved {
  readonly before: ReplyTemplate | undefined
  readonly after: ReplyTemplate
}

async function insert(unit: WriteUnit, actor: Actor, text: Text, now: number): Promise<Saved> {
  const { operatorId } = actor
  if ((await unit.replyTemplates.list(operatorId)).length >= MOST_TEMPLATES)
    throw new Refused(CONSOLE.conflict, `There are ${MOST_TEMPLATES} already; delete one first`)
  return {
    before: undefined,
    after: await unit.replyTemplates.insert({ operatorId, ...text, createdAt: now }),
  }
}

async function update(unit: WriteUnit, { operatorId }: Actor, id: number, text: Text): Promise<Saved> {
  const before = await unit.replyTemplates.find(operatorId, id)
  const after = await unit.replyTemplates.update(operatorId, id, text)
  if (after === undefined) throw unknown()
  return { before, after }
}

function unknown(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such text')
}

function subjectOf({ id, title, operatorId }: ReplyTemplate) {
  return { subject: { kind: 'reply_template', id, label: title }, owner: operatorId }
}

function textOf({ title, text }: ReplyTemplate): Text {
  return { title, text }
}

function record({ id, title, text }: ReplyTemplate): ReplyTemplateRecord {
  return { id, title, text }
}
