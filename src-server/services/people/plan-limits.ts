import { CONSOLE } from '../../contract/error-codes.ts'
import { PLAN_KINDS, type PlanKind } from '../../contract/people.ts'
import type { UsageRecord } from '../../contract/records/plan.ts'
import { fits, limitOf } from '../../domain/access/plan.ts'
import type { Unit } from '../../store/store.ts'
import { Refused } from '../refused.ts'

/**
 * Checks the plan in the unit of work that creates something: of many at once, only as many succeed as there is room
 * for. The plan is that of the application's owner, whoever acts.
 * @param operatorId the owner of the application
 * @throws Refused 403 with `fields.plan`, the kind without room
 */
export async function requireWithinPlan(
  unit: Unit,
  operatorId: number,
  kind: PlanKind,
  adding: number,
): Promise<void> {
  const share = await shareOf(unit, operatorId, kind)
  if (fits(share.limit, share.used, adding)) return
  throw new Refused(
    CONSOLE.forbidden,
    `The plan allows ${share.limit} ${kind} and there are ${share.used}: ${adding} more do not fit`,
    { plan: kind },
  )
}

/** Whether so many more of a kind fit into the plan, for creations outside the console. */
export async function isWithinPlan(
  unit: Unit,
  operatorId: number,
  kind: PlanKind,
  adding: number,
): Promise<boolean> {
  const share = await shareOf(unit, operatorId, kind)
  return fits(share.limit, share.used, adding)
}

/** How many of a kind the plan allows; null is any number. Counts nothing. */
export async function limitFor(unit: Unit, operatorId: number, kind: PlanKind): Promise<number | null> {
  return limitOf(await unit.plans.ofOperator(operatorId), kind)
}

/** How many more of a kind the plan allows; Infinity without a limit. */
export async function roomFor(unit: Unit, operatorId: number, kind: PlanKind): Promise<number> {
  const { limit, used } = await shareOf(unit, operatorId, kind)
  return limit === null ? Infinity : Math.max(0, limit - used)
}

/** An operator's use of their plan. */
export async function usageOf(unit: Unit, operatorId: number): Promise<UsageRecord> {
  const plan = await unit.plans.ofOperator(operatorId)
  const shares = await Array.fromAsync(PLAN_KINDS, async (kind) => {
    const used = await unit.plans.used(operatorId, kind)
    return [kind, { used, limit: limitOf(plan, kind) }] as const
  })
  return Object.fromEntries(shares) as UsageRecord
}

/** An operator's use of one kind. Counts only kinds with a limit. */
export async function shareOf(
  unit: Unit,
  operatorId: number,
  kind: PlanKind,
): Promise<{ readonly limit: number | null; readonly used: number }> {
  const limit = await limitFor(unit, operatorId, kind)
  return { limit, used: limit === null ? 0 : await unit.plans.used(operatorId, kind) }
}
