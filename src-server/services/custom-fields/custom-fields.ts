import type { FieldKind, FieldPlace } from '../../contract/custom-field-names.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_CUSTOM_FIELDS } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import { foldWord } from '../../contract/subjects/words.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { CustomField } from '../../domain/grouping/custom-field.ts'
import { isReserved } from '../../domain/grouping/reserved-names.ts'
import type { Store, Unit } from '../../store/store.ts'
import { isInSight } from '../in-sight.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { fieldsInSight } from './field-values.ts'
import type { FieldRemoval, RemovedValues } from './field-removal.ts'

interface Parts {
  readonly store: Store
  readonly removal: FieldRemoval
  readonly clock: Clock
}

export interface WantedField {
  readonly name: string
  readonly place: FieldPlace
  readonly kind: FieldKind
  readonly choices: readonly string[]
}

/** The custom fields that developers add to trading accounts and codes. */
export class CustomFields {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The fields in sight. @param app only those of this application's owner */
  list(actor: Actor, app: number | undefined): Promise<CustomField[]> {
    return this.#parts.store.read((unit) => fieldsInSight(unit, actor, app))
  }

  /**
   * @param id undefined for a new field of the actor
   * @throws Refused 404, 409 where the owner has too many, 422 naming the member
   */
  save(actor: Actor, id: number | undefined, wanted: WantedField): Promise<CustomField> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = id === undefined ? undefined : await requireField(unit, actor, id)
        const ownerId = before?.ownerId ?? actor.operatorId
        const others = (await unit.customFields.ofOwner(ownerId)).filter((field) => field.id !== id)
        requireSound(wanted, others)
        if (before === undefined && others.length >= MAX_CUSTOM_FIELDS)
          throw new Refused(
            CONSOLE.conflict,
            `There are ${MAX_CUSTOM_FIELDS} fields already; delete one first`,
          )
        const { name, place, kind } = wanted
        const stored = { name, place, kind, choices: kind === 'choice' ? [...wanted.choices] : [] }
        const now = clock.now()
        const after =
          before === undefined
            ? await unit.customFields.insert({ ...stored, ownerId, createdAt: now })
            : await unit.customFields.update(before.id, stored)
        if (after === undefined) throw new Error('the field changed meanwhile')
        await audit(unit, actor, now, { action: 'field_save', ...subjectOf(after), before, after })
        return after
      },
      { durable: true },
    )
  }

  /** Counts the values of a field. @throws Refused 404 */
  async count(actor: Actor, id: number): Promise<RemovedValues> {
    const field = await this.#parts.store.read((unit) => requireField(unit, actor, id))
    return this.#parts.removal.count(field)
  }

  /** Deletes the field, then its values. @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<RemovedValues & { readonly job?: string }> {
    const { store, removal, clock } = this.#parts
    const field = await store.read((unit) => requireField(unit, actor, id))
    const held = await removal.count(field)
    await store.write(
      async (unit) => {
        const before = await requireField(unit, actor, id)
        await unit.customFields.delete(id)
        await audit(unit, actor, clock.now(), { action: 'field_delete', ...subjectOf(before), before })
      },
      { durable: true },
    )
    const job = await removal.remove(actor, field, held.codes + held.devices)
    return { ...held, ...(job !== undefined && { job }) }
  }
}

/** @throws Refused 404 for a field of others too */
async function requireField(unit: Unit, actor: Actor, id: number): Promise<CustomField> {
  const field = await unit.customFields.find(id)
  if (field === undefined || !isInSight(actor, { appId: null, ownerId: field.ownerId }))
    throw new Refused(CONSOLE.notFound, 'There is no such field')
  return field
}

function requireSound({ name, kind, choices }: WantedField, others: readonly CustomField[]): void {
  const wrong = (member: string, reason: string) =>
    new Refused(CONSOLE.invalid, 'The field is not right', { [member]: reason })
  if (others.some((other) => foldWord(other.name) === foldWord(name))) throw wrong('name', 'taken')
  if (isReserved(name)) throw wrong('name', 'reserved')
  if (kind !== 'choice') return
  if (choices.length === 0) throw wrong('choices', 'needed')
  if (new Set(choices.map(foldWord)).size !== choices.length) throw wrong('choices', 'repeated')
}

function subjectOf({ id, name, ownerId: owner }: CustomField) {
  return { subject: { kind: 'field', id, label: name }, app: null, owner }
}
