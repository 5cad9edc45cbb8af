import { UNIT_SECONDS, type Worth } from './licence-history.ts'
import {
  FOREVER,
  isEndless,
  type CodeType,
  type LicenceModel,
  type ModelCode,
  type ModelRecord,
} from './licence-model.ts'

export type RecordChoice = 'take_back' | 'end' | 'keep'

/** How an edit changes the time of a code. */
export type WorthEdit =
  | { readonly kind: 'extend'; readonly seconds: number }
  | { readonly kind: 'end'; readonly end: number }
  | { readonly kind: 'convert'; readonly type: CodeType; readonly seconds: number; readonly left: number }

export function conversionTo(worth: Worth): Extract<WorthEdit, { kind: 'convert' }> {
  const seconds = 'unit' in worth ? UNIT_SECONDS[worth.unit] * worth.amount : 0
  const left = worth.type === 'count' || worth.type === 'points' ? worth.amount : 0
  return { kind: 'convert', type: worth.type, seconds, left }
}

/** The vendor's acts on codes and records. */
export class VendorActs {
  readonly #model: LicenceModel

  constructor(model: LicenceModel) {
    this.#model = model
  }

  /** The record that a code acted on, while it exists. */
  recordOf({ acted }: ModelCode): ModelRecord | undefined {
    return acted === undefined || acted.record.isGone ? undefined : acted.record
  }

  /**
   * The code that makes a record permanent. Undefined where the vendor made the record permanent. A code that
   * was refunded with `keep` still holds the record: it may come back, and a later refund takes what it gave.
   * @param over whether it lies over another permanent code: another server used it for this account
   */
  #holder(record: ModelRecord, except: ModelCode, over = false): ModelCode | undefined {
    for (const code of this.#model.codes.values())
      if (code !== except && code.taken === undefined && code.acted?.record === record)
        if (code.acted.gave === FOREVER && (code.acted.before === FOREVER) === over) return code
    return undefined
  }

  /**
   * Adds seconds to a record or takes them, beneath a permanent code where one holds the record. @returns the
   * change
   */
  #shift(record: ModelRecord, of: ModelCode, seconds: number): number {
    if (seconds === 0) return 0
    const { now } = this.#model
    const moved = (end: number) => {
      if (seconds >= 0) return Math.min(FOREVER, Math.max(now, end) + seconds)
      return end > now ? Math.max(now, end + seconds) : end
    }
    if (record.vip < FOREVER) {
      const before = Math.max(now, record.vip)
      record.vip = moved(record.vip)
      return Math.max(now, record.vip) - before
    }
    const acted = this.#holder(record, of)?.acted
    if (acted === undefined || acted.before === null) return 0
    const before = Math.max(now, acted.before)
    acted.before = moved(acted.before)
    return Math.max(now, acted.before) - before
  }

  /** A refund: the code is disabled or deleted, and its record follows once. */
  refund(code: ModelCode, choice: RecordChoice): void {
    const { now } = this.#model
    const record = this.recordOf(code)
    const { acted } = code
    if (record === undefined || acted === undefined || choice === 'keep' || code.taken !== undefined) return
    if (choice === 'end') {
      code.taken = record.vip === FOREVER ? FOREVER : Math.max(0, record.vip - now)
      record.vip = Math.min(record.vip, now)
    } else if (acted.gave === FOREVER) {
      code.taken = record.vip === FOREVER ? FOREVER : 0
      const over = this.#holder(record, code, true)?.acted
      const without = Math.max(now, acted.before ?? now)
      if (record.vip === FOREVER && over !== undefined) over.before = without
      else if (record.vip === FOREVER) record.vip = without
    } else code.taken = -this.#shift(record, code, -acted.gave)
  }

  /** The refund is undone. */
  giveBack(code: ModelCode): void {
    const record = this.recordOf(code)
    const { taken, acted } = code
    code.taken = undefined
    if (record === undefined || taken === undefined || taken === 0) return
    if (taken < FOREVER) this.#shift(record, code, taken)
    else {
      if (acted?.gave === FOREVER) acted.before = record.vip
      record.vip = FOREVER
    }
  }

  /** @returns whether this edit changes the time of the code */
  edit(code: ModelCode, edit: WorthEdit): boolean {
    const { now } = this.#model
    const before = isEndless(code) ? FOREVER : code.end
    if (!this.#change(code, edit)) return false
    if (code.firstUse !== null) code.isEdited = true
    const record = this.recordOf(code)
    const { acted } = code
    if (record === undefined || acted === undefined) return true
    const after = isEndless(code) ? FOREVER : code.end
    if (after === FOREVER && before !== FOREVER) {
      // The time beneath it came from other codes.
      acted.before = record.vip > now ? Math.max(now, record.vip - acted.gave) : record.vip
      record.vip = FOREVER
      acted.gave = FOREVER
    } else if (before !== null && after !== null && before < FOREVER) {
      const delta = Math.max(after, now) - Math.max(before, now)
      const isHeld = record.vip === FOREVER && this.#holder(record, code) === undefined
      // The vendor made the record permanent: the rules leave open what this code gave to it.
      if (isHeld) code.isOpen = true
      else {
        this.#shift(record, code, delta)
        acted.gave = Math.max(0, acted.gave + delta)
      }
    }
    return true
  }

  #change(code: ModelCode, edit: WorthEdit): boolean {
    const { now } = this.#model
    switch (edit.kind) {
      case 'extend':
        if (isEndless(code) || code.type === 'count' || code.type === 'points') return false
        if (code.end === null) {
          if (code.seconds + edit.seconds <= 0) return false
          code.seconds += edit.seconds
        } else if (edit.seconds > 0) code.end = Math.max(code.end, now) + edit.seconds
        else if (code.end <= now) return false
        else code.end = Math.max(code.end + edit.seconds, now)
        return true
      case 'end':
        if ((code.type !== 'time' && code.type !== 'vip') || code.end === edit.end) return false
        code.end = edit.end
        return true
      case 'convert': {
        const { type, seconds, left } = edit
        const isSame =
          code.type === type && code.seconds === seconds && code.left === left && code.end === null
        if (isSame && code.firstUse === null) return false
        code.type = type
        code.seconds = seconds
        code.left = left
        code.end = code.firstUse === null || seconds === 0 ? null : now + seconds
        return true
      }
    }
  }

  /** Deletes a record. Its codes are spent, or reset to unused. */
  deleteRecord(record: ModelRecord, codes: 'spent' | 'free'): void {
    for (const code of this.codesOf(record.key)) {
      if (codes === 'spent') code.disabled = true
      else {
        Object.assign(code, {
          account: '',
          machine: '',
          firstUse: null,
          end: null,
          acted: undefined,
          taken: undefined,
        })
        code.isOpen = false
      }
    }
    record.isGone = true
    this.#model.records.delete(record.key)
  }

  codesOf(key: string): ModelCode[] {
    return [...this.#model.codes.values()].filter(({ account }) => account === key)
  }

  /** The codes move too. @returns false where the other account has a record */
  move(record: ModelRecord, key: string): boolean {
    const { records } = this.#model
    if (records.has(key)) return false
    for (const code of this.codesOf(record.key)) code.account = key
    records.delete(record.key)
    record.key = key
    records.set(key, record)
    return true
  }

  /** Records that free mode made end with free mode. */
  setFreeMode(on: boolean): void {
    if (!on && this.#model.freeMode)
      for (const record of this.#model.records.values())
        if (record.license === 'FREE') record.vip = Math.min(record.vip, this.#model.now)
    this.#model.freeMode = on
  }
}
