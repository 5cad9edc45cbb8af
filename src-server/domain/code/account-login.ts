import { COUNT_LOGIN_SECONDS, PERMANENT_VIP } from '../../contract/limits.ts'
import { isPermanent, laterEnd, type AccountRecord, type RecordFields } from '../device/record.ts'
import { endOfCode, timeOfCode, type Code } from './code.ts'
import {
  bindTo,
  startTime,
  takeUse,
  type CodeChange,
  type LoginAttempt,
  type LoginDecision,
} from './login-decision.ts'

/**
 * Decides a login whose machine is a trading account, for a code that isn't bound elsewhere. The code acts on
 * the account's record once: it activates or renews the record. After that the record decides, and the login
 * doesn't change the record. Only a count code takes a use and extends the record at each login.
 * @param bound the binding that the login writes into a code that has already acted
 */
export function decideAccountLogin(
  code: Code,
  attempt: LoginAttempt,
  accountKey: string,
  bound: CodeChange,
): LoginDecision {
  const { record } = attempt
  if (record?.disabled === true) return { outcome: 'recordDisabled' }
  if (code.gaveSeconds === null) return act(code, attempt, accountKey)
  if (code.spent || record === undefined) return { outcome: 'spent' }
  return code.type === 'count' ? countAgain(code, attempt, record, bound) : answerFrom(attempt, record, bound)
}

function answerFrom({ now }: LoginAttempt, record: AccountRecord, bound: CodeChange): LoginDecision {
  if (record.vip <= now) return { outcome: 'ended' }
  return { outcome: 'granted', vip: record.vip, change: bound }
}

/** Without uses left, the account runs as long as its record. A permanent record takes no use. */
function countAgain(
  code: Code,
  attempt: LoginAttempt,
  record: AccountRecord,
  bound: CodeChange,
): LoginDecision {
  const left = code.left ?? 0
  if (left <= 0 || isPermanent(record.vip)) return answerFrom(attempt, record, bound)
  const vip = Math.max(record.vip, attempt.now + COUNT_LOGIN_SECONDS)
  const change = { ...bound, ...takeUse(left) }
  const { license, agentId } = record
  const isSame = vip === record.vip
  return { outcome: 'granted', vip, change, ...(!isSame && { record: { vip, license, agentId } }) }
}

function act(code: Code, attempt: LoginAttempt, accountKey: string): LoginDecision {
  const { record, now } = attempt
  // The code's first use was for this account on another server, which got the code's time.
  const isKnownHere = code.accountKey !== ''
  if (record !== undefined && isPermanent(record.vip) && !isKnownHere) return { outcome: 'recordPermanent' }
  const granted = give(code, record, now, isKnownHere)
  if (granted === undefined) return { outcome: 'ended' }
  const { vip, change } = granted
  return {
    outcome: 'granted',
    vip,
    change: { ...bindTo(attempt), accountKey, ...change },
    record: renewed(code, record, vip),
  }
}

/**
 * The record's end after the code has acted, and the members to write into the code. Undefined when the code
 * has nothing left.
 */
function give(
  code: Code,
  record: AccountRecord | undefined,
  now: number,
  isKnownHere: boolean,
): { vip: number; change: CodeChange } | undefined {
  const end = record?.vip ?? 0
  const firstUse: CodeChange = code.useTime === null ? { useTime: now } : {}
  if (code.type === 'count') {
    const left = code.left ?? 0
    if (left <= 0) return isKnownHere && end > now ? { vip: end, change: { gaveSeconds: 0 } } : undefined
    const vip = Math.max(end, now + COUNT_LOGIN_SECONDS)
    return { vip, change: { ...firstUse, ...(isPermanent(end) ? {} : takeUse(left)), gaveSeconds: 0 } }
  }
  const codeEnd = endOfCode(code, now)
  if (isKnownHere) {
    const vip = Math.max(end, codeEnd)
    if (vip <= now) return undefined
    return { vip, change: noteGift(record, vip - Math.max(now, end), isPermanent(codeEnd)) }
  }
  const seconds = timeOfCode(code, now)
  if (seconds <= 0) return undefined
  const gift = noteGift(record, seconds, isPermanent(seconds))
  return { vip: laterEnd(end, seconds, now), change: { ...firstUse, ...startTime(code, codeEnd), ...gift } }
}

function noteGift(record: AccountRecord | undefined, seconds: number, isForEver: boolean): CodeChange {
  if (!isForEver) return { gaveSeconds: Math.max(0, seconds) }
  return { gaveSeconds: PERMANENT_VIP, ...(record !== undefined && { recordEndBefore: record.vip }) }
}

/** Sets the record's agent only when it has none, and its licence text only when the vendor wrote none. */
function renewed(
  { kami, agentId }: Pick<Code, 'kami' | 'agentId'>,
  record: AccountRecord | undefined,
  vip: number,
): RecordFields {
  return {
    vip,
    license: record?.hasOwnLicense === false ? record.license : kami,
    agentId: record?.agentId ?? agentId,
  }
}
