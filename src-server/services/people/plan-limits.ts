import { CONSOLE } from '../../contract/error-codes.ts'
import { PLAN_KINDS, type PlanKind } from '../../contract/people.ts'
import type { UsageRecord } from '../../contract/records/plan.ts'
import { fits, limitOf } from '../../domain/access/plan.ts'
import type { Unit } from '../../store/store.ts'
import { Refused } from '../refused.ts'

/**
 * What a developer's plan allows holds in the unit of work that makes the new thing: of many at once just as many get
 * through as there is room for. It is the plan of whom the application belongs to, whoever acts in it.
 *
 * @param operatorId the owner of the application
 * @throws Refused 403 with `fields.plan`, the kind there is no room for
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

/** Whether so many more of a kind fit into the plan, for what isn't asked for in the console. */
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

/** How many more of a kind the plan allows; infinitely many without a limit. */
export async function roomFor(unit: Unit, operatorId: number, kind: PlanKind): Promise<number> {
  const { limit, used } = await shareOf(unit, operatorId, kind)
  return limit === null ? Infinity : Math.max(0, limit - used)
}

/** What an operator has of what his plan allows. */
export async function usageOf(unit: Unit, operatorId: number): Promise<UsageRecord> {
  const plan = await unit.plans.ofOperator(operatorId)
  const shares = await Promise.all(
    PLAN_KINDS.map(async (kind) => {
      const used = await unit.plans.used(operatorId, kind)
      return [kind, { used, limit: limitOf(plan, kind) }] as const
    }),
  )
  return Object.fromEntries(shares) as UsageRecord
}

/** Counts only where there is something to hold against it. */
async function shareOf(unit: Unit, operatorId: number, kind: PlanKind) {
  const limit = await limitFor(unit, operatorId, kind)
  return { limit, used: limit === null ? 0 : await unit.plans.used(operatorId, kind) }
}
