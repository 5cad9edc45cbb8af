import { JOB_THRESHOLD } from '../../contract/limits.ts'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import type { Actor, Scope } from '../../domain/access/scope.ts'
import type { CustomField } from '../../domain/grouping/custom-field.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { Jobs, JobTurn } from '../platform/jobs.ts'
import { slicesOf } from '../../store/slices-of.ts'

interface Parts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly jobs: Jobs
}

/** The number of records with a value of the field. */
export interface RemovedValues {
  readonly codes: number
  readonly devices: number
}

/** Ids of codes that one step looks through, so that a step delays no call. */
const SPAN = 20_000
/** Records changed in one unit of work. */
const CHUNK = 500

/** Finds and removes the values of a custom field. */
export class FieldRemoval {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async count(field: CustomField): Promise<RemovedValues> {
    let codes = 0
    for await (const ids of this.#codesWith(field)) codes += ids.length
    return { codes, devices: this.#devicesWith(field).length }
  }

  /** @returns the job, where there are many values */
  async remove(actor: Actor, field: CustomField, total: number): Promise<string | undefined> {
    if (total > JOB_THRESHOLD)
      return this.#parts.jobs.start(actor, 'field_delete', total, (turn) => this.#removeAll(field, turn))
    await this.#removeAll(field)
    return undefined
  }

  async #removeAll(field: CustomField, turn?: JobTurn): Promise<void> {
    const { store } = this.#parts
    let done = 0
    for await (const ids of this.#codesWith(field)) {
      for (const part of slicesOf(ids, CHUNK)) {
        await store.write((unit) => unit.codes.dropField(part, field.id), { durable: true })
        turn?.report((done += part.length))
      }
    }
    for (const part of slicesOf(this.#devicesWith(field), CHUNK)) {
      await store.write(
        async (unit) => {
          for (const { id, fields } of await unit.devices.ofIds(part)) {
            const after = await unit.devices.update(id, { fields: without(fields, field.id) })
            if (after !== undefined) unit.changed('device', id, after)
          }
        },
        { durable: true },
      )
      turn?.report((done += part.length))
    }
  }

  /** The ids of the owner's codes that have a value, in the recycle bin too. */
  async *#codesWith({ id, ownerId }: CustomField): AsyncGenerator<readonly number[]> {
    const { store } = this.#parts
    const scope: Scope = { kind: 'ownedBy', operatorId: ownerId }
    const last = await store.read((unit) => unit.codes.lastId())
    for (let after = 0; after < last; after += SPAN) {
      const slice = { after, upTo: after + SPAN }
      const ids = await store.read((unit) => unit.codes.withField(scope, id, slice))
      if (ids.length > 0) yield ids
    }
  }

  #devicesWith({ id, ownerId }: CustomField): number[] {
    return [...this.#parts.registry.all()]
      .filter((live) => live.ownerId === ownerId && Object.hasOwn(live.device.fields, id))
      .map(({ device }) => device.id)
  }
}

function without(values: CustomValues, field: number): CustomValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== String(field)))
}
