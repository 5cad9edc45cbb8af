import type { CodeState, CodeType } from '../../contract/records/code.ts'

/** An authorization code (kami). Times are Unix seconds. */
export interface Code {
  readonly id: number
  readonly appId: number
  readonly kami: string
  readonly type: CodeType
  /** Duration of a time code or of a VIP code that ends; 0 otherwise. */
  readonly seconds: number
  /** Uses or points left; null for types that don't count. */
  readonly left: number | null
  /** Empty while unbound. Machine and IP are bound and cleared together. */
  readonly markcode: string
  readonly ip: string
  readonly useTime: number | null
  readonly endTime: number | null
  readonly unbinds: number
  readonly lastUnbind: number | null
  readonly disabled: boolean
  readonly note: string
  readonly agentId: number | null
  readonly batchId: number | null
  /** The trading account it was used for: it never renews another (protocol.md 6). */
  readonly accountKey: string
  /** The application account it recharged; null for none. */
  readonly rechargedAccountId: number | null
  readonly createdAt: number
  readonly recycledAt: number | null
  /** Rises with each change: a decision made on an older one is made again. */
  readonly revision: number
}

/** The state people are shown (protocol.md 6). */
export function codeState(code: Code, now: number): CodeState {
  if (code.recycledAt !== null) return 'recycled'
  if (code.disabled) return 'disabled'
  if (code.left !== null && code.left <= 0) return 'used_up'
  if (code.endTime !== null && code.endTime <= now) return 'expired'
  return code.useTime === null ? 'unused' : 'in_use'
}
