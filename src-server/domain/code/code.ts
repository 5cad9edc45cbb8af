import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { CodeState } from '../../contract/code-names.ts'
import type { CODE } from '../../contract/subjects/code.ts'
import type { Stored } from '../../contract/subjects/subject.ts'

/** An authorization code (kami) as stored. Times are Unix seconds. */
export interface Code extends Stored<typeof CODE> {
  /** The record's end before a permanent code acted on it. null when the code created the record. */
  readonly recordEndBefore: number | null
  /** The user account that the code recharged. null for none. */
  readonly rechargedAccountId: number | null
  /**
   * The rest of a machine code that the original system bound, with blanks and some other characters taken out. Empty
   * for codes made here.
   */
  readonly strippedMachine: string
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
