import type { PlanKind } from '../../contract/people.ts'

/** What developers may have; null is without a limit. */
export interface Plan {
  readonly id: number
  readonly name: string
  readonly maxApplications: number | null
  readonly maxCodes: number | null
  readonly maxDevices: number | null
  readonly maxAgents: number | null
  readonly validDays: number | null
  readonly note: string
  readonly createdAt: number
}

const DAY_SECONDS = 86_400

/** How many of a kind the plan allows; null, as without a plan, is any number. */
export function limitOf(plan: Plan | undefined, kind: PlanKind): number | null {
  if (plan === undefined) return null
  switch (kind) {
    case 'applications':
      return plan.maxApplications
    case 'codes':
      return plan.maxCodes
    case 'devices':
      return plan.maxDevices
    case 'agents':
      return plan.maxAgents
  }
}

/** Whether so many more fit in. Adding nothing fits even where there is too much already. */
export function fits(limit: number | null, used: number, adding: number): boolean {
  return limit === null || adding <= 0 || used + adding <= limit
}

/** Until when a plan that is given now is valid, Unix seconds; null never ends. */
export function endOfPlan(plan: Plan, now: number): number | null {
  return plan.validDays === null ? null : now + plan.validDays * DAY_SECONDS
}

/** From its end on nothing new is made in the console; what there is goes on. */
export function hasEnded(endsAt: number | null, now: number): boolean {
  return endsAt !== null && endsAt <= now
}
