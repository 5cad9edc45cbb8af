import { UNIT_SECONDS, type Worth } from './licence-history.ts'
import { FOREVER, type LicenceModel } from './licence-model.ts'
import {
  accountsOf,
  isEndless,
  partsOf,
  seatOf,
  settle,
  type CodeType,
  type ModelCode,
  type ModelRecord,
} from './licence-parts.ts'

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

type Time = Pick<ModelCode, 'type' | 'seconds' | 'left' | 'end'>

const endOf = (code: ModelCode) => (isEndless(code) ? FOREVER : code.end)

/** The members that a code's account has, without an account. */
const UNUSED = { account: '', machine: '', acted: undefined, taken: undefined, isOpen: false }

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

  recordsOf(code: ModelCode): ModelRecord[] {
    return partsOf(code).flatMap((part) => this.recordOf(part) ?? [])
  }

  /**
   * The code that makes a record permanent. Undefined where the vendor made the record permanent. A code that
   * was refunded with `keep` still holds the record: it may come back, and a later refund takes what it gave.
   * @param over whether it lies over another permanent code: another server used it for this account
   */
  #holder(record: ModelRecord, except: ModelCode, over = false): ModelCode | undefined {
    for (const code of this.#model.parts)
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

  /** A refund: the code is disabled or deleted, and its records follow once. */
  refund(code: ModelCode, choice: RecordChoice): void {
    for (const part of partsOf(code)) this.#refund(part, choice)
  }

  #refund(code: ModelCode, choice: RecordChoice): void {
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
    for (const part of partsOf(code)) this.#giveBack(part)
  }

  #giveBack(code: ModelCode): void {
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

  /** The edit of a code with several seats holds for its free seats and for each account. @returns whether it changes a time */
  edit(code: ModelCode, edit: WorthEdit): boolean {
    const isOfOne = code.used.length === 0
    const parts = code.used.map((part) => ({ part, before: endOf(part), to: this.#edited(part, edit) }))
    const before = endOf(code)
    const to = this.#edited(isOfOne ? code : seatOf(code, {}), edit)
    // All seats have one duration: no edit leaves free seats without any time.
    if (to === undefined && (edit.kind === 'extend' || parts.every((one) => one.to === undefined)))
      return false
    if (isOfOne && code.firstUse !== null) code.isEdited = true
    Object.assign(code, to)
    if (isOfOne) this.#follow(code, before)
    for (const { part, before: was, to: time } of parts) {
      if (time === undefined) continue
      part.end = time.end
      this.#follow(part, was)
    }
    settle(code)
    return true
  }

  /** The record of a code follows an edit of the code's time. */
  #follow(code: ModelCode, before: number | null): void {
    const { now } = this.#model
    const record = this.recordOf(code)
    const { acted } = code
    if (record === undefined || acted === undefined) return
    const after = endOf(code)
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
  }

  /** @returns whether the code gets so many seats */
  resize(code: ModelCode, seats: number): boolean {
    if (seats === code.seats || accountsOf(code) > seats) return false
    if (seats > 1 && !this.#model.severalAccounts) return false
    if (code.account !== '') {
      const { account, firstUse, end, acted, taken } = code
      code.used = [seatOf(code, { account, firstUse, end, acted, taken })]
      Object.assign(code, { ...UNUSED, end: code.seconds > 0 ? null : end })
    }
    code.seats = seats
    const [only] = code.used
    if (seats === 1 && only !== undefined) {
      const { account, firstUse, end, acted, taken, isOpen, isEdited } = only
      Object.assign(code, { account, firstUse, end, acted, taken, isOpen, isEdited, used: [] })
    }
    settle(code)
    return true
  }

  /** @returns the time of a code after an edit; undefined where the edit changes none */
  #edited(code: ModelCode, edit: WorthEdit): Time | undefined {
    const { now } = this.#model
    const { type, seconds, left, end, firstUse } = code
    switch (edit.kind) {
      case 'extend': {
        const by = edit.seconds
        if (isEndless(code) || type === 'count' || type === 'points') return undefined
        if (end === null) return seconds + by <= 0 ? undefined : { type, seconds: seconds + by, left, end }
        if (by > 0) return { type, seconds, left, end: Math.max(end, now) + by }
        return end <= now ? undefined : { type, seconds, left, end: Math.max(end + by, now) }
      }
      case 'end':
        if ((type !== 'time' && type !== 'vip') || end === edit.end) return undefined
        return { type, seconds, left, end: edit.end }
      case 'convert': {
        const { kind: _, ...to } = edit
        const isSame = type === to.type && seconds === to.seconds && left === to.left && end === null
        if (isSame && firstUse === null) return undefined
        return { ...to, end: firstUse === null || to.seconds === 0 ? null : now + to.seconds }
      }
    }
  }

  /** Deletes a record. Its codes are spent, or reset to unused. */
  deleteRecord(record: ModelRecord, codes: 'spent' | 'free'): void {
    for (const part of this.codesOf(record.key)) {
      const { of: code } = part
      if (code === undefined && codes === 'spent') part.disabled = true
      else if (code === undefined) Object.assign(part, { ...UNUSED, firstUse: null, end: null })
      else if (codes === 'free') {
        code.used = code.used.filter((one) => one !== part)
        if (code.used.length === 0) code.firstUse = null
      }
    }
    record.isGone = true
    this.#model.records.delete(record.key)
  }

  codesOf(key: string): ModelCode[] {
    return this.#model.parts.filter(({ account }) => account === key)
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

  /** All accounts and their codes get new keys. */
  rename(keyOf: (key: string) => string): void {
    const { records, parts } = this.#model
    for (const part of parts) part.account = keyOf(part.account)
    const all = [...records.values()]
    records.clear()
    for (const record of all) {
      record.key = keyOf(record.key)
      records.set(record.key, record)
    }
  }

  /** Records that free mode made end with free mode. */
  setFreeMode(on: boolean): void {
    if (!on && this.#model.freeMode)
      for (const record of this.#model.records.values())
        if (record.license === 'FREE') record.vip = Math.min(record.vip, this.#model.now)
    this.#model.freeMode = on
  }
}
