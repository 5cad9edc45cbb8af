import { UNLIMITED_USES } from '../../contract/limits.ts'
import type { PolicyRecord } from '../../contract/records/request.ts'
import type { Application } from '../application/application.ts'
import type { Code } from '../code/code.ts'
import { decideUnbind, type UnbindDecision } from '../code/unbind.ts'

type Policy = Application['unbind']

interface Circumstances {
  readonly agentBanned: boolean
  /** Unix seconds. */
  readonly now: number
}

/** The outcome of an unbind of the code by the client that it is bound to. Undefined for a recycled code. */
export function previewUnbind(
  policy: Policy,
  code: Code,
  { agentBanned, now }: Circumstances,
):
  | { readonly outcome: PolicyRecord['outcome']; readonly change?: Pick<Code, 'endTime' | 'left'> }
  | undefined {
  const decision = decideUnbind(policy, code, {
    markcode: code.markcode,
    accountKey: code.accountKey === '' ? undefined : code.accountKey,
    agentBanned,
    now,
  })
  const outcome = OUTCOMES[decision.outcome]
  if (outcome === null) return undefined
  return decision.outcome === 'unbound' ? { outcome, change: decision.change } : { outcome }
}

/**
 * The outcomes of decideUnbind for the request page. The check uses the bound machine, so `boundElsewhere`
 * only occurs when nothing is bound.
 */
const OUTCOMES: Record<UnbindDecision['outcome'], PolicyRecord['outcome'] | null> = {
  unbound: 'unbound',
  unknown: null,
  disabled: 'disabled',
  boundElsewhere: 'notBound',
  ofAccount: 'ofAccount',
  unused: 'unused',
  vip: 'vip',
  pointsCode: 'points',
  tooSoon: 'tooSoon',
  tooMany: 'tooMany',
  timeShort: 'timeShort',
  usesShort: 'usesShort',
}

/** The outcome of an unbind now, by the application's policy. null for a recycled code. */
export function policyOf(policy: Policy, code: Code, circumstances: Circumstances): PolicyRecord | null {
  const preview = previewUnbind(policy, code, circumstances)
  if (preview === undefined) return null
  const cost = unbindCost(policy, code)
  const over = code.lastUnbind === null ? 0 : code.lastUnbind + policy.interval
  return {
    outcome: preview.outcome,
    next_allowed_at: over > circumstances.now ? over : null,
    unbinds: code.unbinds,
    max: policy.max,
    cost_seconds: cost.seconds,
    cost_uses: cost.uses,
  }
}

/** The cost of an unbind by the application's policy. */
export function unbindCost(
  policy: Policy,
  { type, left }: Pick<Code, 'type' | 'left'>,
): { readonly seconds: number; readonly uses: number } {
  return {
    seconds: type === 'time' ? policy.deductSeconds : 0,
    uses: type === 'count' && left !== UNLIMITED_USES ? policy.deductUses : 0,
  }
}
