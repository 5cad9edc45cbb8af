import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { CodeState, CodeType } from '../../contract/records/code.ts'

/** An authorization code (kami). Times are Unix seconds. */
export interface Code {
  readonly id: number
  readonly appId: number
  readonly kami: string
  readonly type: CodeType
  /** The duration of a time code or of a VIP code with an end, seconds. 0 otherwise. */
  readonly seconds: number
  /** Uses or points left. null for types without a count. */
  readonly left: number | null
  /** Empty while unbound. Machine and addresses are bound and cleared together. */
  readonly markcode: string
  /** The bound IPv4 address. Version 0.1.0 stored whole IPv6 addresses here. */
  readonly ip: string
  /** The bound IPv6 /64. */
  readonly ip6: string
  readonly useTime: number | null
  readonly endTime: number | null
  readonly unbinds: number
  readonly lastUnbind: number | null
  readonly disabled: boolean
  readonly note: string
  readonly agentId: number | null
  readonly batchId: number | null
  /** The trading account that the code was used for. The code belongs to it for ever. */
  readonly accountKey: string
  /**
   * The seconds that the code gave to the trading account's record. PERMANENT_VIP for ever. null until the
   * code has acted.
   */
  readonly gaveSeconds: number | null
  /** The record's end before a permanent code acted on it. null when the code created the record. */
  readonly recordEndBefore: number | null
  /** The record that the code acted on was deleted, so the code is spent. */
  readonly spent: boolean
  /** The seconds that a refund took back from the record. null for none. */
  readonly takenSeconds: number | null
  /** The user account that the code recharged. null for none. */
  readonly rechargedAccountId: number | null
  readonly createdAt: number
  readonly recycledAt: number | null
  /** Increases with each change. A decision based on an older revision is made again. */
  readonly revision: number
}

/** The state that people see. */
export function codeState(code: Code, now: number): CodeState {
  if (code.recycledAt !== null) return 'recycled'
  if (code.disabled) return 'disabled'
  if (code.left !== null && code.left <= 0) return 'used_up'
  if (code.endTime !== null && code.endTime <= now) return 'expired'
  return code.useTime === null ? 'unused' : 'in_use'
}

type Span = Pick<Code, 'type' | 'seconds' | 'endTime'>

/** Whether the code never ends. */
export function isForEver({ type, seconds, endTime }: Span): boolean {
  return type === 'permanent' || (type === 'vip' && seconds === 0 && endTime === null)
}

/** When a code's time ends, or would end if it were used now. Unix seconds. `now` for types without time. */
export function endOfCode(code: Span, now: number): number {
  if (isForEver(code)) return PERMANENT_VIP
  if (code.type !== 'time' && code.type !== 'vip') return now
  return code.endTime ?? Math.min(now + code.seconds, PERMANENT_VIP)
}

/** The seconds that a code is worth from `now` on. PERMANENT_VIP for ever, 0 or less after its end. */
export function timeOfCode(code: Span, now: number): number {
  const end = endOfCode(code, now)
  return end >= PERMANENT_VIP ? PERMANENT_VIP : end - now
}

/** Whether the code has a duration or an end. */
export function hasSpan(code: Span): boolean {
  return (code.type === 'time' || code.type === 'vip') && !isForEver(code)
}
