import type { PlanKind } from '../contract/records/plan.ts'
import type { Unit } from '../store/store.ts'
import { isWithinPlan } from './plan-limits.ts'

/** How many of `wanted` new things fit into the plan of an operator, for what is taken as far as there is room. */
export async function roomFor(
  unit: Unit,
  operatorId: number,
  kind: PlanKind,
  wanted: number,
): Promise<number> {
  if (await isWithinPlan(unit, operatorId, kind, wanted)) return wanted
  let [fits, tooMany] = [0, wanted]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (await isWithinPlan(unit, operatorId, kind, middle)) fits = middle
    else tooMany = middle
  }
  return fits
}
