import { COUNT_LOGIN_SECONDS, PERMANENT_VIP, UNLIMITED_USES } from '../../contract/limits.ts'
import type { Application } from '../application/application.ts'
import type { Code } from './code.ts'

export interface LoginAttempt {
  readonly markcode: string
  readonly ip: string
  /** The trading account in `markcode`, where it is one. */
  readonly accountKey: string | undefined
  readonly agentBanned: boolean
  readonly now: number
}

/** The members of a code that a login writes. */
export type CodeChange = Partial<
  Pick<Code, 'markcode' | 'ip' | 'useTime' | 'endTime' | 'left' | 'accountKey'>
>

export type LoginDecision =
  | {
      readonly outcome: 'granted'
      /** Unix seconds the client may run until. */
      readonly vip: number
      /** What to write; empty when the login changes nothing. */
      readonly change: CodeChange
    }
  | { readonly outcome: LoginRefusal }

export type LoginRefusal = 'unknown' | 'disabled' | 'pointsCode' | 'boundElsewhere' | 'ipDiffers' | 'ended'

type Policy = Pick<Application, 'deviceCheck' | 'ipCheck'>

/**
 * Whether a code logs this machine in, and what that changes (protocol.md 6, kmlogon, after the free mode).
 * A refused login changes nothing: the original binds on refusal, which locks the buyer out (research/peer.md 2, 27).
 */
export function decideLogin(policy: Policy, code: Code | undefined, attempt: LoginAttempt): LoginDecision {
  if (code === undefined || code.recycledAt !== null) return { outcome: 'unknown' }
  if (code.disabled || attempt.agentBanned) return { outcome: 'disabled' }
  if (code.type === 'points') return { outcome: 'pointsCode' }
  // Used up for an account: it logs no machine in, whatever the device check says (protocol.md 7).
  if (code.rechargedAccountId !== null) return { outcome: 'boundElsewhere' }
  if (policy.deviceCheck && code.markcode !== '' && code.markcode !== attempt.markcode) {
    return { outcome: 'boundElsewhere' }
  }
  // A code once used for a trading account never renews another, whatever the device check says.
  if (attempt.accountKey !== undefined && code.accountKey !== '' && code.accountKey !== attempt.accountKey) {
    return { outcome: 'boundElsewhere' }
  }
  if (policy.ipCheck && code.ip !== '' && code.ip !== attempt.ip) return { outcome: 'ipDiffers' }
  const granted = grant(code, attempt.now)
  if (granted === undefined) return { outcome: 'ended' }
  return { outcome: 'granted', vip: granted.vip, change: { ...bind(code, attempt), ...granted.change } }
}

/** Machine and IP are bound together, at the first login after a code was made or unbound. */
function bind(code: Code, attempt: LoginAttempt): CodeChange {
  const machine = code.markcode === '' ? { markcode: attempt.markcode, ip: attempt.ip } : {}
  const account =
    attempt.accountKey !== undefined && code.accountKey === '' ? { accountKey: attempt.accountKey } : {}
  return { ...machine, ...account }
}

/** What the code's type gives at `now`; undefined when nothing is left of it. */
function grant(code: Code, now: number): { vip: number; change: CodeChange } | undefined {
  const firstUse: CodeChange = code.useTime === null ? { useTime: now } : {}
  switch (code.type) {
    case 'permanent':
      return { vip: PERMANENT_VIP, change: firstUse }
    case 'vip':
    case 'time': {
      if (code.type === 'vip' && code.seconds === 0 && code.endTime === null) {
        return { vip: PERMANENT_VIP, change: firstUse }
      }
      const end = code.endTime ?? Math.min(now + code.seconds, PERMANENT_VIP)
      if (end <= now) return undefined
      return { vip: end, change: code.endTime === null ? { ...firstUse, endTime: end } : firstUse }
    }
    case 'count': {
      const left = code.left ?? 0
      if (left <= 0) return undefined
      const vip = now + COUNT_LOGIN_SECONDS
      return { vip, change: left === UNLIMITED_USES ? firstUse : { ...firstUse, left: left - 1 } }
    }
    case 'points':
      return undefined
  }
}
