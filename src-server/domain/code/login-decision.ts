import { UNLIMITED_USES } from '../../contract/limits.ts'
import { isIpv6Address, networkOf } from '../../contract/network.ts'
import type { AccountRecord, RecordFields } from '../device/record.ts'
import { hasSpan, type Code } from './code.ts'

export interface LoginAttempt {
  readonly markcode: string
  readonly ip: string
  /** The trading account that `markcode` names, or undefined. */
  readonly accountKey: string | undefined
  /** The record of the trading account, if it has one. */
  readonly record: AccountRecord | undefined
  readonly agentBanned: boolean
  readonly now: number
}

/** The members of a code that a login writes. */
export type CodeChange = Partial<
  Pick<
    Code,
    | 'markcode'
    | 'ip'
    | 'ip6'
    | 'useTime'
    | 'endTime'
    | 'left'
    | 'accountKey'
    | 'gaveSeconds'
    | 'recordEndBefore'
  >
>

export type LoginDecision =
  | {
      readonly outcome: 'granted'
      /** Unix seconds until which the client may run. */
      readonly vip: number
      /** The members to write into the code. Empty when the login changes nothing. */
      readonly change: CodeChange
      /** The members to write into the trading account's record. Undefined when the record stays. */
      readonly record?: RecordFields
    }
  | { readonly outcome: LoginRefusal }

export type LoginRefusal =
  | 'unknown'
  | 'disabled'
  | 'pointsCode'
  | 'boundElsewhere'
  | 'ipDiffers'
  /** The vendor disabled the trading account. */
  | 'recordDisabled'
  /** The trading account already has a permanent licence, so the code isn't spent. */
  | 'recordPermanent'
  /** The code acted on a record that was deleted. */
  | 'spent'
  | 'ended'

/**
 * Binds machine and address together, at the first login after a code was created or unbound. Binds a trading
 * account by its key, whatever the spelling in the login.
 */
export function bindTo({
  markcode: sent,
  accountKey,
  ip,
}: Pick<LoginAttempt, 'markcode' | 'accountKey' | 'ip'>): CodeChange {
  const markcode = accountKey ?? sent
  return isIpv6Address(ip)
    ? { markcode, ip: '', ip6: networkOf(ip) }
    : { markcode, ip: networkOf(ip), ip6: '' }
}

/** A login with a count code takes one use. */
export function takeUse(left: number): CodeChange {
  return left === UNLIMITED_USES ? {} : { left: left - 1 }
}

/** The first use of a code with a duration writes its end. */
export function startTime(code: Pick<Code, 'type' | 'seconds' | 'endTime'>, end: number): CodeChange {
  return hasSpan(code) && code.endTime === null ? { endTime: end } : {}
}
