import { UNLIMITED_USES } from '../../contract/limits.ts'
import type { Application } from '../application/application.ts'
import type { Code } from './code.ts'
import { isSameMachine } from './machine.ts'

export interface UnbindAttempt {
  readonly markcode: string
  /** The trading account that `markcode` names, or undefined. */
  readonly accountKey: string | undefined
  readonly agentBanned: boolean
  readonly now: number
}

export type UnbindRefusal =
  | 'unknown'
  | 'disabled'
  | 'boundElsewhere'
  /** The code was used for a trading account. The account can be rebound, but the code can't be unbound. */
  | 'ofAccount'
  | 'unused'
  | 'vip'
  | 'pointsCode'
  | 'tooSoon'
  | 'tooMany'
  | 'timeShort'
  | 'usesShort'

export type UnbindDecision =
  | { readonly outcome: 'unbound'; readonly change: Pick<Code, 'endTime' | 'left'> }
  | { readonly outcome: UnbindRefusal }

type Policy = Application['unbind']

/**
 * Decides whether a client may unbind its machine's code, and what that costs (the specification,
 * kmunmachine, after the free mode). A machine that isn't the bound one gets the same refusal whatever else
 * is wrong, so that nobody learns the state of another's code.
 */
export function decideUnbind(
  policy: Policy,
  code: Code | undefined,
  { markcode, accountKey, agentBanned, now }: UnbindAttempt,
): UnbindDecision {
  if (code === undefined || code.recycledAt !== null) return { outcome: 'unknown' }
  if (code.disabled || agentBanned) return { outcome: 'disabled' }
  if (code.accountKey !== '') {
    return { outcome: code.accountKey === accountKey ? 'ofAccount' : 'boundElsewhere' }
  }
  if (code.markcode === '' || !isSameMachine(code, code.markcode, markcode))
    return { outcome: 'boundElsewhere' }
  if (code.useTime === null) return { outcome: 'unused' }
  switch (code.type) {
    case 'vip':
      return { outcome: 'vip' }
    case 'points':
      return { outcome: 'pointsCode' }
    case 'permanent':
      return limited(tooMany(policy, code) ?? tooSoon(policy, code, now), code)
    case 'time': {
      const end = code.endTime ?? code.useTime + code.seconds
      if (end <= now || end - now < policy.deductSeconds) return { outcome: 'timeShort' }
      return limited(tooSoon(policy, code, now) ?? tooMany(policy, code), {
        endTime: end - policy.deductSeconds,
        left: code.left,
      })
    }
    case 'count': {
      const left = code.left ?? 0
      const taken = left === UNLIMITED_USES ? 0 : policy.deductUses
      if (left < taken) return { outcome: 'usesShort' }
      return limited(tooMany(policy, code) ?? tooSoon(policy, code, now), {
        endTime: code.endTime,
        left: left - taken,
      })
    }
  }
}

function limited(refusal: UnbindRefusal | undefined, after: Pick<Code, 'endTime' | 'left'>): UnbindDecision {
  if (refusal !== undefined) return { outcome: refusal }
  return { outcome: 'unbound', change: { endTime: after.endTime, left: after.left } }
}

/** 0 means no limit, as in the original's own console (docs/protocol.md 6). */
function tooMany(policy: Policy, code: Code): UnbindRefusal | undefined {
  return policy.max > 0 && code.unbinds >= policy.max ? 'tooMany' : undefined
}

/** An unbind exactly one interval after the last one is allowed. */
function tooSoon(policy: Policy, code: Code, now: number): UnbindRefusal | undefined {
  return code.lastUnbind !== null && now - code.lastUnbind < policy.interval ? 'tooSoon' : undefined
}
