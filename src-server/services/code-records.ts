import { PERMANENT_VIP } from '../contract/limits.ts'
import type { RecordChanges } from '../contract/records/code.ts'
import type { Actor } from '../domain/access/scope.ts'
import type { Code } from '../domain/code/code.ts'
import type { CodeEdit, EditableCode } from '../domain/code/edit.ts'
import { recordAfter, type RecordFollows } from '../domain/device/record-follows.ts'
import type { WriteUnit } from '../store/store.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import { audit } from './audit-trail.ts'

type Devices = Pick<DeviceRegistry, 'find' | 'putDevice' | 'get'>

interface EditOfCode {
  readonly code: Code
  readonly edit: CodeEdit
  readonly change: Partial<EditableCode>
}

/** A preview names at most so many trading accounts. */
const MOST_SHOWN = 100

/** Edits of codes, carried on to the records of the trading accounts that the codes acted on. */
export class CodeRecords {
  readonly #devices: Devices

  constructor(devices: Devices) {
    this.#devices = devices
  }

  /**
   * Changes the record in the code's unit of work.
   * @param audited whether the record leaves a row of its own in the audit log, under the action's name
   * @returns what the code notes of it, and the seconds by which the record's end moved; undefined where nothing follows
   */
  async follow(
    unit: WriteUnit,
    { code, edit, change }: EditOfCode,
    now: number,
    audited?: { readonly actor: Actor; readonly action: string },
  ): Promise<(RecordFollows & { readonly by: number }) | undefined> {
    if (code.gaveSeconds === null) return undefined
    const record = await unit.devices.find(code.appId, code.accountKey)
    if (record === undefined) return undefined
    const follows = recordAfter(code, edit, change, record.vip, now)
    if (follows === undefined || follows.vip === record.vip) return follows && { ...follows, by: 0 }
    const after = await unit.devices.update(record.id, { vip: follows.vip })
    if (after === undefined) throw new Error('the record is gone in the same unit of work')
    if (audited !== undefined) {
      await audit(unit, audited.actor, now, {
        action: audited.action,
        subject: { kind: 'device', id: record.id, label: record.accountKey },
        app: record.appId,
        owner: this.#devices.get(record.id)?.ownerId ?? 0,
        before: { vip: record.vip, code: code.kami },
        after: { vip: after.vip, code: code.kami },
      })
    }
    unit.afterCommit(() => {
      this.#devices.putDevice(after)
    })
    return { ...follows, by: seconds(record.vip, after.vip, now) }
  }

  /** Begins a preview of what edits of several codes would do to records, one after the other. A record has one row. */
  preview(now: number): { add(edited: EditOfCode): void; result(): RecordChanges } {
    const rows = new Map<number, RecordChanges['rows'][number]>()
    return {
      add: ({ code, edit, change }) => {
        if (code.gaveSeconds === null) return
        const device = this.#devices.find(code.appId, code.accountKey)?.device
        if (device === undefined) return
        const known = rows.get(device.id)
        const from = known?.to ?? device.vip
        const to = recordAfter(code, edit, change, from, now)?.vip ?? from
        if (known !== undefined) known.to = to
        else if (to !== from)
          rows.set(device.id, { code: code.id, device: device.id, account_key: device.accountKey, from, to })
      },
      result: () => {
        const changed = [...rows.values()].filter(({ from, to }) => from !== to)
        return { total: changed.length, rows: changed.slice(0, MOST_SHOWN) }
      },
    }
  }
}

/** By how much an end moved; PERMANENT_VIP from or to for ever. */
function seconds(from: number, to: number, now: number): number {
  if (to >= PERMANENT_VIP) return PERMANENT_VIP
  return from >= PERMANENT_VIP ? -PERMANENT_VIP : Math.max(to, now) - Math.max(from, now)
}
