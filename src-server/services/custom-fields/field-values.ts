import { CONSOLE } from '../../contract/error-codes.ts'
import { isFieldOf, type FieldPlace } from '../../contract/custom-field-names.ts'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { CustomField } from '../../domain/grouping/custom-field.ts'
import { readValue } from '../../domain/grouping/values.ts'
import type { Unit } from '../../store/store.ts'
import { Refused } from '../refused.ts'

type Place = Exclude<FieldPlace, 'both'>
/** The reason to refuse a value: no field of codes or accounts has the number, or the field's kind forbids the text. */
type Wrong = { readonly key: string; readonly name: string; readonly reason: 'unknown' | 'kind' }

/** A bulk change of values: all fields belong to one owner, and the rows of other owners don't have them. */
export interface ValueChange {
  readonly ownerId: number
  readonly values: CustomValues
}

/** @throws Refused 422 for fields out of the actor's sight or of several owners, and for values that don't fit */
export async function requireValueChange(
  unit: Unit,
  actor: Actor,
  place: Place,
  values: CustomValues,
): Promise<ValueChange> {
  const seen = await unit.customFields.inScope(scopeOf(actor))
  const ownerId = seen.find(({ id }) => Object.hasOwn(values, id))?.ownerId ?? actor.operatorId
  const own = new OwnersFields(
    seen.filter((field) => field.ownerId === ownerId),
    place,
  )
  return { ownerId, values: own.require(values) }
}

/** The fields that an actor sees. @param app only those of this application's owner */
export async function fieldsInSight(
  unit: Unit,
  actor: Actor,
  app: number | undefined,
): Promise<CustomField[]> {
  const fields = await unit.customFields.inScope(scopeOf(actor))
  if (app === undefined) return fields
  const owner = (await unit.applications.find(app))?.ownerId
  return fields.filter(({ ownerId }) => ownerId === owner)
}

/** @throws Refused 422 for a field out of the actor's sight */
export async function requireFieldInSight(unit: Unit, actor: Actor, id: number): Promise<void> {
  const seen = await unit.customFields.inScope(scopeOf(actor))
  if (seen.every((field) => field.id !== id))
    throw new Refused(CONSOLE.invalid, 'There is no such field', { field: 'unknown' })
}

/** The fields of an exported file. @param chosen only these @throws Refused 422 for one out of the actor's sight */
export async function exportedFields(
  unit: Unit,
  actor: Actor,
  place: Place,
  { app, chosen }: { readonly app?: number | undefined; readonly chosen?: readonly number[] | undefined },
): Promise<CustomField[]> {
  const fields = await fieldsInSight(unit, actor, app)
  if (chosen?.some((id) => fields.every((field) => field.id !== id)) === true)
    throw new Refused(CONSOLE.invalid, 'There is no such field', { fields: 'unknown' })
  return fields.filter((field) => isFieldOf(place, field) && (chosen?.includes(field.id) ?? true))
}

/** The fields of one owner, for values that a call or a file gives to that owner's codes or trading accounts. */
export class OwnersFields {
  readonly #fields: readonly CustomField[]
  readonly #place: Place

  static async of(unit: Unit, owner: number, place: Place): Promise<OwnersFields> {
    return new OwnersFields(await unit.customFields.ofOwner(owner), place)
  }

  constructor(fields: readonly CustomField[], place: Place) {
    this.#fields = fields
    this.#place = place
  }

  /** The reason to refuse values. Undefined for values that all fit their fields. */
  wrongIn(values: CustomValues | null | undefined): Wrong | undefined {
    for (const [key, typed] of Object.entries(values ?? {})) {
      const field = this.#find(key)
      if (field === undefined) return { key, name: key, reason: 'unknown' }
      if (readValue(field, typed) === undefined) return { key, name: field.name, reason: 'kind' }
    }
    return undefined
  }

  /** Values that fit, as their fields store them. */
  stored(values: CustomValues): CustomValues {
    return Object.fromEntries(
      Object.entries(values).flatMap(([key, typed]) => {
        const field = this.#find(key)
        const value = field && readValue(field, typed)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  }

  /** @throws Refused 422 naming the field */
  require(values: CustomValues): CustomValues {
    const wrong = this.wrongIn(values)
    if (wrong === undefined) return this.stored(values)
    const member = wrong.reason === 'unknown' ? 'fields' : `fields.${wrong.key}`
    throw new Refused(CONSOLE.invalid, 'A field does not have this value', { [member]: wrong.reason })
  }

  #find(key: string): CustomField | undefined {
    return this.#fields.find((field) => String(field.id) === key && isFieldOf(this.#place, field))
  }
}
