import { UNLIMITED_USES } from '../../contract/limits.ts'
import type { Application } from '../application/application.ts'
import type { Code } from './code.ts'

export interface UnbindAttempt {
  readonly markcode: string
  /** The trading account in `markcode`, where it is one. */
  readonly accountKey: string | undefined
  readonly agentBanned: boolean
  readonly now: number
}

export type UnbindRefusal =
  | 'unknown'
  | 'disabled'
  | 'boundElsewhere'
  /** It was used for a trading account: the account can be rebound, the code can't be freed. */
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
 * Whether a client may free a code of its machine, and what that takes (specification, kmunmachine, after the free mode).
 * A machine that isn't the bound one has no right to, whatever else is wrong: nobody learns a foreign code's state.
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
  if (code.markcode === '' || code.markcode !== markcode) return { outcome: 'boundElsewhere' }
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

/** 0 sets no limit, as the original's own screen has it (protocol.md 6). */
function tooMany(policy: Policy, code: Code): UnbindRefusal | undefined {
  return policy.max > 0 && code.unbinds >= policy.max ? 'tooMany' : undefined
}

/** The whole interval passed is enough (research/peer.md, E11). */
function tooSoon(policy: Policy, code: Code, now: number): UnbindRefusal | undefined {
  return code.lastUnbind !== null && now - code.lastUnbind < policy.interval ? 'tooSoon' : undefined
}
