import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { RecordChanges } from '../../contract/records/code.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit, EditableCode } from '../../domain/code/edit.ts'
import type { Device } from '../../domain/device/device.ts'
import {
  coverOf,
  recordAfter,
  type RecordEnds,
  type RecordFollows,
} from '../../domain/device/record-follows.ts'
import { isPermanent } from '../../domain/device/record.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { accountSubject } from '../devices/account-subject.ts'
import { auditEach } from '../platform/audit-trail.ts'
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

/** The record of a code after an edit, and the seconds by which its end moved. */
export type Followed = RecordFollows & { readonly by: number }

/** An edit that changes a record. */
interface Step {
  readonly edit: EditOfCode
  readonly record: Device
  readonly above: Code | undefined
  readonly ends: RecordEnds
  readonly follows: RecordFollows
}

async function stepsOf(unit: Unit, edits: readonly EditOfCode[], now: number): Promise<Step[]> {
  const acted = edits.filter(({ code }) => hasActed(code))
  const records = new Map<string, Device>()
  for (const [app, ofApp] of Map.groupBy(acted, ({ code }) => code.appId)) {
    const keys = ofApp.map(({ code }) => code.accountKey)
    for (const device of await unit.devices.findMany(app, keys)) records.set(accountOf(device), device)
  }
  const found = acted.flatMap((edit) => {
    const record = records.get(accountOf(edit.code))
    return record === undefined ? [] : [{ edit, record }]
  })
  const covers = await coversOf(
    unit,
    found.filter(({ record }) => isPermanent(record.vip)).map(({ edit }) => edit.code),
  )
  return found.flatMap(({ edit, record }) => {
    const above = covers.get(edit.code)
    const ends = endsOf(record.vip, above)
    const follows = recordAfter(edit.code, edit.edit, edit.change, ends, now)
    return follows === undefined ? [] : [{ edit, record, above, ends, follows }]
  })
}

/** The permanent codes on top of codes that acted on permanent records. */
async function coversOf(unit: Unit, codes: readonly Code[]): Promise<ReadonlyMap<Code, Code | undefined>> {
  if (codes.length === 0) return new Map()
  const permanents = await unit.codes.permanentsOf(codes)
  return new Map(codes.map((code, at) => [code, coverOf(code, permanents[at] ?? [])]))
}

function accountOf({ appId, accountKey }: Pick<Device, 'appId' | 'accountKey'>): string {
  return `${appId} ${accountKey}`
}

/** Applies edits of codes to the records of the trading accounts that the codes acted on. */
export class CodeRecords {
  readonly #devices: Devices

  constructor(devices: Devices) {
    this.#devices = devices
  }

  /**
   * Changes the records in the codes' unit of work. No two of these codes have acted on the same record.
   * @param edits some hundred at most
   * @param cause `isAudited`: each record gets its own row in the audit log, under the action's name
   * @returns for each edit what its code stores, and the seconds by which the record's end moved; undefined where the
   *   record stays
   */
  async follow(
    unit: WriteUnit,
    edits: readonly EditOfCode[],
    now: number,
    cause: { readonly actor: Actor; readonly action: string; readonly isAudited: boolean },
  ): Promise<(Followed | undefined)[]> {
    const steps = await stepsOf(unit, edits, now)
    const beneath = steps.flatMap(({ above, ends, follows }) =>
      above !== undefined && follows.beneath !== undefined && follows.beneath !== ends.beneath
        ? [{ ...above, end: follows.beneath }]
        : [],
    )
    if (beneath.length > 0) await unit.codes.setEndsBeneath(beneath)
    const moved = steps.filter(({ record, follows }) => follows.vip !== record.vip)
    const changes = moved.map(({ record: { id }, follows: { vip } }) => ({ id, change: { vip } }))
    const changed = changes.length === 0 ? [] : await unit.devices.updateEach(changes)
    if (changed.length < moved.length) throw new Error('a record is gone in the same unit of work')
    const after = new Map(changed.map((device) => [device.id, device]))
    const pairs = moved.flatMap(({ record: was, edit: { code } }) => {
      const is = after.get(was.id)
      return is === undefined ? [] : [{ was, is, code }]
    })
    if (pairs.length > 0) await accountsChanged(unit, { by: cause.actor.name, at: now }, pairs)
    if (cause.isAudited) {
      const rows = pairs.map(({ was, is, code: { kami } }) => ({
        action: cause.action,
        ...accountSubject({ device: was, ownerId: this.#devices.get(was.id)?.ownerId ?? 0 }),
        before: { vip: was.vip, code: kami },
        after: { vip: is.vip, code: kami },
      }))
      await auditEach(unit, cause.actor, now, rows)
    }
    for (const device of changed) unit.changed('device', device.id, device)
    const stepOf = new Map(steps.map((step) => [step.edit, step]))
    return edits.map((edit) => {
      const step = stepOf.get(edit)
      return step && { ...step.follows, by: seconds(step.record.vip, step.follows.vip, now) }
    })
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
      for await (const some of withPauses(slicesOf(edited, TOGETHER))) {
        const permanents = await this.#permanentsOf(unit, some)
        for (const one of some) await this.#add(unit, one, permanents.get(one))
      }
    })
    for (const [id, row] of this.#newRows) this.#rows.set(id, row)
    for (const [seat, note] of this.#newNotes) this.#notes.set(seat, note)
  }

  /** The other permanent codes of those records that are permanent already. */
  async #permanentsOf(
    unit: Unit,
    edited: readonly EditOfCode[],
  ): Promise<ReadonlyMap<EditOfCode, readonly Code[]>> {
    const covered = edited.filter(({ code }) => {
      const device = hasActed(code) ? this.#devices.find(code.appId, code.accountKey)?.device : undefined
      return device !== undefined && isPermanent(this.#rowOf(device.id)?.to ?? device.vip)
    })
    if (covered.length === 0) return new Map()
    const permanents = await unit.codes.permanentsOf(covered.map(({ code }) => code))
    return new Map(covered.map((one, at) => [one, permanents[at] ?? []]))
  }

  /** @param permanents undefined where they are not known yet */
  async #add(unit: Unit, edited: EditOfCode, permanents: readonly Code[] | undefined): Promise<void> {
    const { code: found, edit, change } = edited
    if (!hasActed(found)) return
    const device = this.#devices.find(found.appId, found.accountKey)?.device
    if (device === undefined) return
    const code = this.#noted(found)
    const row = this.#rowOf(device.id)
    const vip = row?.to ?? device.vip
    const above = isPermanent(vip)
      ? this.#coverOf(code, permanents ?? (await unit.codes.permanentsOf([code]))[0] ?? [])
      : undefined
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

  #rowOf(device: number): RecordChanges['rows'][number] | undefined {
    return this.#newRows.get(device) ?? this.#rows.get(device)
  }

  result(): RecordChanges {
    const changed = [...this.#rows.values()].filter(({ from, to }) => from !== to)
    return { total: changed.length, rows: changed.slice(0, MOST_SHOWN) }
  }

  #coverOf(code: Code, permanents: readonly Code[]): Code | undefined {
    const found = permanents.map((one) => this.#noted(one))
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
