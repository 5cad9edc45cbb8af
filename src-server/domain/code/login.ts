import { COUNT_LOGIN_SECONDS } from '../../contract/limits.ts'
import { isIpv6Address, networkOf } from '../../contract/network.ts'
import type { Application } from '../application/application.ts'
import { decideAccountLogin } from './account-login.ts'
import { endOfCode, type Code } from './code.ts'
import { isSameMachine } from './machine.ts'
import {
  bindTo,
  startTime,
  takeUse,
  type CodeChange,
  type LoginAttempt,
  type LoginDecision,
} from './login-decision.ts'

type Policy = Pick<Application, 'deviceCheck' | 'ipCheck'>

/**
 * Decides whether a code logs this machine in, and what the login changes (the specification, kmlogon, after
 * the free mode). A refused login changes nothing: binding on a refusal would lock the buyer out.
 */
export function decideLogin(policy: Policy, code: Code | undefined, attempt: LoginAttempt): LoginDecision {
  if (code === undefined || code.recycledAt !== null) return { outcome: 'unknown' }
  if (code.disabled || attempt.agentBanned) return { outcome: 'disabled' }
  if (code.type === 'points') return { outcome: 'pointsCode' }
  // The code recharged a user account, so it logs no machine in, whatever the device check.
  if (code.rechargedAccountId !== null) return { outcome: 'boundElsewhere' }
  if (isElsewhere(policy, code, attempt)) return { outcome: 'boundElsewhere' }
  const isMove = movesHere(code, attempt)
  if (policy.ipCheck && !isMove && isOtherPlace(code, attempt.ip)) return { outcome: 'ipDiffers' }
  const bound = code.markcode === '' || isMove ? bindTo(attempt) : bindPlace(policy, code, attempt.ip)
  if (attempt.accountKey !== undefined) return decideAccountLogin(code, attempt, attempt.accountKey, bound)
  const granted = grant(code, attempt.now)
  if (granted === undefined) return { outcome: 'ended' }
  return { outcome: 'granted', vip: granted.vip, change: { ...bound, ...granted.change } }
}

/**
 * A code used for a trading account belongs to it for ever. Any other code belongs to its machine where the
 * application checks machines.
 */
function isElsewhere(policy: Policy, code: Code, attempt: LoginAttempt): boolean {
  if (code.accountKey !== '') return !isSameAccount(code, attempt.accountKey ?? '')
  if (code.markcode === '' || isSameMachine(code, code.markcode, attempt.markcode)) return false
  return policy.deviceCheck && code.type !== 'vip'
}

/** A code that has acted on a record here knows the account's exact key. */
function isSameAccount(code: Code, sent: string): boolean {
  const { accountKey, gaveSeconds } = code
  return gaveSeconds === null ? isSameMachine(code, accountKey, sent) : accountKey === sent
}

/** A VIP code needs no unbind: its binding moves to the machine that logs in. */
export function movesHere(
  code: Pick<Code, 'type' | 'markcode' | 'accountKey' | 'strippedMachine'>,
  attempt: Pick<LoginAttempt, 'markcode'>,
): boolean {
  const { type, markcode, accountKey } = code
  if (type !== 'vip' || accountKey !== '' || markcode === '') return false
  return !isSameMachine(code, markcode, attempt.markcode)
}

/**
 * A code can have one bound IPv4 address and one bound IPv6 /64. A family without a bound address never
 * differs.
 */
function isOtherPlace(code: Code, ip: string): boolean {
  const bound = isIpv6Address(ip) ? ipv6Of(code) : isIpv6Address(code.ip) ? '' : code.ip
  return bound !== '' && bound !== networkOf(ip)
}

function ipv6Of({ ip, ip6 }: Code): string {
  return ip6 === '' && isIpv6Address(ip) ? networkOf(ip) : ip6
}

/**
 * Where the application checks addresses, the bound machine's first address of the other family is bound too.
 */
function bindPlace(policy: Policy, code: Code, ip: string): CodeChange {
  if (!policy.ipCheck) return {}
  if (isIpv6Address(ip)) return ipv6Of(code) === '' ? { ip6: networkOf(ip) } : {}
  if (isIpv6Address(code.ip)) return { ip: networkOf(ip), ip6: ipv6Of(code) }
  return code.ip === '' ? { ip: networkOf(ip) } : {}
}

/** The end that the code gives to a machine at `now`. Undefined when the code has nothing left. */
function grant(code: Code, now: number): { vip: number; change: CodeChange } | undefined {
  const firstUse: CodeChange = code.useTime === null ? { useTime: now } : {}
  if (code.type === 'count') {
    const left = code.left ?? 0
    if (left <= 0) return undefined
    return { vip: now + COUNT_LOGIN_SECONDS, change: { ...firstUse, ...takeUse(left) } }
  }
  const end = endOfCode(code, now)
  if (end <= now) return undefined
  return { vip: end, change: { ...firstUse, ...startTime(code, end) } }
}
