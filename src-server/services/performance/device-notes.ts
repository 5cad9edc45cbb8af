import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_NOTES } from '../../contract/performance-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type { NoteRecord } from '../../contract/records/performance.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { DeviceNote } from '../../store/repositories/performance.ts'
import type { Store, Unit } from '../../store/store.ts'
import { accountSubject } from '../devices/account-subject.ts'
import type { Devices } from '../devices/devices.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly devices: Devices
  readonly clock: Clock
}

/** Dated notes of operators on trading accounts. All operators who see an account see its notes. */
export class DeviceNotes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The newest first. @throws Refused 404 */
  async list(actor: Actor, id: number): Promise<NoteRecord[]> {
    const { store, devices } = this.#parts
    devices.require(actor, id)
    const notes = await store.read((unit) => unit.deviceNotes.ofDevice(id))
    return notes.map((note) => noteRecord(note, actor))
  }

  /** @throws Refused 404, 403 for a note of another operator, 409 where the account has too many */
  async save(
    actor: Actor,
    { id, note, at, text }: { id: number; note?: number | undefined; at: number; text: string },
  ): Promise<NoteRecord> {
    const { store, devices, clock } = this.#parts
    const live = devices.require(actor, id)
    const writtenAt = clock.now()
    const saved = await store.write(
      async (unit) => {
        const before = note === undefined ? undefined : await this.#require(unit, actor, note)
        if (before !== undefined && before.deviceId !== id) throw noSuchNote()
        if (before === undefined && (await unit.deviceNotes.ofDevice(id)).length >= MAX_NOTES)
          throw new Refused(CONSOLE.conflict, `The account has ${MAX_NOTES} notes: delete one first`)
        const by = { byId: actor.personId, by: actor.name }
        const after =
          before === undefined
            ? await unit.deviceNotes.insert({ deviceId: id, at, text, writtenAt, ...by })
            : await unit.deviceNotes.update(before.id, { at, text, writtenAt })
        if (after === undefined) throw noSuchNote()
        await audit(unit, actor, writtenAt, {
          action: 'device_note_save',
          ...accountSubject(live),
          before: before && shown(before),
          after: shown(after),
        })
        return after
      },
      { durable: true },
    )
    return noteRecord(saved, actor)
  }

  /** @throws Refused 404, 403 for a note of another operator */
  async delete(actor: Actor, note: number): Promise<void> {
    const { store, devices, clock } = this.#parts
    await store.write(
      async (unit) => {
        const before = await this.#require(unit, actor, note)
        await unit.deviceNotes.delete(before.id)
        await audit(unit, actor, clock.now(), {
          action: 'device_note_delete',
          ...accountSubject(devices.require(actor, before.deviceId)),
          before: shown(before),
        })
      },
      { durable: true },
    )
  }

  async #require(unit: Unit, actor: Actor, id: number): Promise<DeviceNote> {
    const note = await unit.deviceNotes.find(id)
    if (note === undefined || this.#parts.devices.find(actor, note.deviceId) === undefined) throw noSuchNote()
    if (!mayChange(note, actor)) throw new Refused(CONSOLE.forbidden, 'Another operator wrote this note')
    return note
  }
}

function noSuchNote(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such note')
}

function mayChange({ byId }: DeviceNote, { personId, role }: Actor): boolean {
  return byId === personId || role !== 'agent'
}

function shown({ at, text }: DeviceNote) {
  return { at, text }
}

function noteRecord(note: DeviceNote, actor: Actor): NoteRecord {
  const { id, at, text, by, writtenAt } = note
  return { id, at, text, by, written_at: writtenAt, is_own: mayChange(note, actor) }
}
