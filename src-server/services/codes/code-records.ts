import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { RecordChanges } from '../../contract/records/code.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit, EditableCode } from '../../domain/code/edit.ts'
import {
  coverOf,
  recordAfter,
  type RecordEnds,
  type RecordFollows,
} from '../../domain/device/record-follows.ts'
import { isPermanent } from '../../domain/device/record.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { accountsChanged } from '../webhooks/accounts-changed.ts'
import { withPauses } from '../with-pauses.ts'

type Devices = Pick<DeviceRegistry, 'find' | 'putDevice' | 'get'>

export interface EditOfCode {
  readonly code: Code
  readonly edit: CodeEdit
  readonly change: Partial<EditableCode>
}

/** Whether the code gave time to a record that is still the record it acted on. */
function hasActed({ gaveSeconds, spent }: Code): boolean {
  return gaveSeconds !== null && !spent
}

/** Applies edits of codes to the records of the trading accounts that the codes acted on. */
export class CodeRecords {
  readonly #devices: Devices

  constructor(devices: Devices) {
    this.#devices = devices
  }

  /**
   * Changes the record in the code's unit of work.
   * @param cause `isAudited`: the record gets its own row in the audit log, under the action's name
   * @returns what the code stores of it, and the seconds by which the record's end moved; undefined where the record
   *   stays
   */
  async follow(
    unit: WriteUnit,
    { code, edit, change }: EditOfCode,
    now: number,
    cause: { readonly actor: Actor; readonly action: string; readonly isAudited: boolean },
  ): Promise<(RecordFollows & { readonly by: number }) | undefined> {
    if (!hasActed(code)) return undefined
    const record = await unit.devices.find(code.appId, code.accountKey)
    if (record === undefined) return undefined
    const above = isPermanent(record.vip) ? coverOf(code, await unit.codes.permanentsOf(code)) : undefined
    const ends = endsOf(record.vip, above)
    const follows = recordAfter(code, edit, change, ends, now)
    if (follows === undefined) return undefined
    if (above !== undefined && follows.beneath !== undefined && follows.beneath !== ends.beneath)
      await unit.codes.setEndBeneath(above, follows.beneath)
    if (follows.vip === record.vip) return { ...follows, by: 0 }
    const after = await unit.devices.update(record.id, { vip: follows.vip })
    if (after === undefined) throw new Error('the record is gone in the same unit of work')
    await accountsChanged(unit, { by: cause.actor.name, at: now }, [{ was: record, is: after }])
    if (cause.isAudited) {
      await audit(unit, cause.actor, now, {
        action: cause.action,
        subject: { kind: 'device', id: record.id, label: record.accountKey },
        app: record.appId,
        owner: this.#devices.get(record.id)?.ownerId ?? 0,
        before: { vip: record.vip, code: code.kami },
        after: { vip: after.vip, code: code.kami },
      })
    }
    unit.changed('device', after.id, after)
    return { ...follows, by: seconds(record.vip, after.vip, now) }
  }

  preview(now: number): RecordPreview {
    return new RecordPreview(this.#devices, now)
  }
}

/** A preview names at most so many trading accounts. */
const MOST_SHOWN = 100

/** The effect of edits of several codes on records, one edit after the other. Each record has one row. */
export class RecordPreview {
  readonly #devices: Devices
  readonly #now: number
  readonly #rows = new Map<number, RecordChanges['rows'][number]>()
  /** The members that the codes would store, by code and account. */
  readonly #notes = new Map<string, RecordFollows['note']>()
  /** The rows and members of the read under way, which may begin anew. */
  readonly #newRows = new Map<number, RecordChanges['rows'][number]>()
  readonly #newNotes = new Map<string, RecordFollows['note']>()

  constructor(devices: Devices, now: number) {
    this.#devices = devices
    this.#now = now
  }

  /** Adds the effect of edits. The store may repeat its read. */
  async addAll(store: Pick<Store, 'read'>, edited: readonly EditOfCode[]): Promise<void> {
    await store.read(async (unit) => {
      this.#newRows.clear()
      this.#newNotes.clear()
      for await (const one of withPauses(edited)) await this.#add(unit, one)
    })
    for (const [id, row] of this.#newRows) this.#rows.set(id, row)
    for (const [seat, note] of this.#newNotes) this.#notes.set(seat, note)
  }

  async #add(unit: Unit, { code: found, edit, change }: EditOfCode): Promise<void> {
    if (!hasActed(found)) return
    const device = this.#devices.find(found.appId, found.accountKey)?.device
    if (device === undefined) return
    const code = this.#noted(found)
    const row = this.#newRows.get(device.id) ?? this.#rows.get(device.id)
    const vip = row?.to ?? device.vip
    const above = isPermanent(vip) ? await this.#coverOf(unit, code) : undefined
    const ends = endsOf(vip, above)
    const follows = recordAfter(code, edit, change, ends, this.#now)
    if (follows === undefined) return
    this.#note(code, follows.note)
    if (above !== undefined && follows.beneath !== undefined)
      this.#note(above, { recordEndBefore: follows.beneath })
    const { id, accountKey } = device
    const first = row ?? { code: code.id, device: id, account_key: accountKey, from: vip }
    this.#newRows.set(id, { ...first, to: follows.vip })
  }

  result(): RecordChanges {
    const changed = [...this.#rows.values()].filter(({ from, to }) => from !== to)
    return { total: changed.length, rows: changed.slice(0, MOST_SHOWN) }
  }

  async #coverOf(unit: Unit, code: Code): Promise<Code | undefined> {
    const found = (await unit.codes.permanentsOf(code)).map((one) => this.#noted(one))
    return coverOf(
      code,
      found.filter(({ takenSeconds }) => takenSeconds === null),
    )
  }

  #noted(code: Code): Code {
    return { ...code, ...this.#noteOf(seatOf(code)) }
  }

  #note(code: Code, note: RecordFollows['note']): void {
    const seat = seatOf(code)
    this.#newNotes.set(seat, { ...this.#noteOf(seat), ...note })
  }

  #noteOf(seat: string): RecordFollows['note'] | undefined {
    return this.#newNotes.get(seat) ?? this.#notes.get(seat)
  }
}

/** A code with several seats has acted on several records. */
function seatOf({ id, accountKey }: Code): string {
  return `${id} ${accountKey}`
}

/** A permanent code that created the record has no earlier time beneath it. */
function endsOf(vip: number, above: Code | undefined): RecordEnds {
  const beneath = above?.recordEndBefore ?? undefined
  return { vip, ...(beneath !== undefined && { beneath }) }
}

/** By how many seconds an end moved: PERMANENT_VIP to a permanent end, minus PERMANENT_VIP from one. */
function seconds(from: number, to: number, now: number): number {
  if (to >= PERMANENT_VIP) return PERMANENT_VIP
  return from >= PERMANENT_VIP ? -PERMANENT_VIP : Math.max(to, now) - Math.max(from, now)
}
