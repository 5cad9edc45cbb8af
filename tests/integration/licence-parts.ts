/** Codes, their seats and the records of trading accounts, as the model has them. Times are Unix seconds. */

export type CodeType = 'time' | 'permanent' | 'vip' | 'count' | 'points'

/** The record of a trading account. */
export interface ModelRecord {
  key: string
  vip: number
  license: string
  agent: number | null
  disabled: boolean
  reason: string
  isGone: boolean
}

/** One act of a code on a record. */
export interface Acted {
  readonly record: ModelRecord
  /** Seconds; FOREVER without an end. */
  gave: number
  /** The record's end beneath a permanent code; null where that code made the record. */
  before: number | null
}

export interface ModelCode {
  readonly kami: string
  type: CodeType
  seconds: number
  left: number
  /** The computer it is bound to; empty for none. */
  machine: string
  /** The trading account it was used for; empty for none. */
  account: string
  firstUse: number | null
  end: number | null
  disabled: boolean
  recycledAt: number | null
  agent: number | null
  unbinds: number
  lastUnbind: number | null
  acted: Acted | undefined
  /** Seconds that a refund took back; undefined before a refund. */
  taken: number | undefined
  /** The time of the code was edited after its first use. */
  isEdited: boolean
  /** The rules leave open what it gave: it is refunded with `keep` or `end` alone. */
  isOpen: boolean
  seats: number
  /** The accounts of a code with several seats, each of them like a code of its own. */
  used: readonly ModelCode[]
  /** The code that this is a seat of. */
  readonly of?: ModelCode
}

/** The code as each of its trading accounts has it: one part for a code with one seat. */
export function partsOf(code: ModelCode): readonly ModelCode[] {
  return code.seats === 1 ? [code] : code.used
}

/** The number of trading accounts that use the code. */
export function accountsOf(code: ModelCode): number {
  return partsOf(code).filter(({ account }) => account !== '').length
}

/** Whether a trading account uses the code. */
export function isOfAccount(code: ModelCode): boolean {
  return accountsOf(code) > 0
}

/** A seat has the code's members, except those of its account. */
export function seatOf(code: ModelCode, own: Partial<ModelCode>): ModelCode {
  const { end, isOpen, isEdited } = code
  const state = {
    account: '',
    machine: '',
    firstUse: null,
    acted: undefined,
    taken: undefined,
    end,
    isOpen,
    isEdited,
  }
  const seat = Object.create(code) as ModelCode
  return Object.assign(seat, { ...state, of: code, seats: 1, used: [], ...own })
}

/** A full code has no time for a further account. When a seat gets free, it has the whole time. */
export function settle(code: ModelCode): void {
  if (code.used.length >= code.seats && code.seconds > 0) code.end = null
}

/** A code without an end, whatever its type. */
export function isEndless({ type, seconds, end }: ModelCode): boolean {
  return type === 'permanent' || (type === 'vip' && seconds === 0 && end === null)
}
