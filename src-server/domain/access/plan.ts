import type { PlanKind } from '../../contract/people.ts'

/** The limits of developers. null means no limit. */
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

/** The maximum of a kind under a plan. null means no limit, also without a plan. */
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

/** Whether `adding` more stay within the limit. Adding nothing is fine even above the limit. */
export function fits(limit: number | null, used: number, adding: number): boolean {
  return limit === null || adding <= 0 || used + adding <= limit
}

/** When a plan given now ends, Unix seconds. null never ends. */
export function endOfPlan(plan: Plan, now: number): number | null {
  return plan.validDays === null ? null : now + plan.validDays * DAY_SECONDS
}

/** After the plan's end, the console creates nothing new. Existing things continue to work. */
export function hasEnded(endsAt: number | null, now: number): boolean {
  return endsAt !== null && endsAt <= now
}
