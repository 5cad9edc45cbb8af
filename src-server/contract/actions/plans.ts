import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { planRecord, planSettings, usageRecord } from '../records/plan.ts'
import { PLAN } from '../subjects/people.ts'

const owner = ['owner'] as const
const id = z.int().min(1)

export const planList = defineAction({
  name: 'plan_list',
  roles: owner,
  permission: 'people',
  reads: true,
  input: listInput(PLAN.sorts, {}),
  output: listOutput(planRecord),
})

/** A limit that isn't named is none. */
export const planCreate = defineAction({
  name: 'plan_create',
  roles: owner,
  permission: 'people',
  input: planSettings.partial().extend({ name: planSettings.shape.name }),
  output: planRecord,
})

/** New limits hold at once for all who have the plan; days count for whom it is given to from now on. */
export const planUpdate = defineAction({
  name: 'plan_update',
  roles: owner,
  permission: 'people',
  input: planSettings.partial().extend({ id }),
  output: planRecord,
})

/** Refused with 409 while somebody has it. */
export const planDelete = defineAction({
  name: 'plan_delete',
  roles: owner,
  permission: 'people',
  input: z.strictObject({ id }),
  output: z.object({}),
})

/** What the caller, or whom he works for, has of what his plan allows. */
export const planUsage = defineAction({
  name: 'plan_usage',
  roles: ['owner', 'developer'],
  permission: 'applications',
  reads: true,
  input: z.strictObject({}),
  output: z.object({
    /** Empty without a plan: nothing is limited then. */
    plan_name: z.string(),
    plan_ends_at: z.int().nullable(),
    /** Nothing new is made in the console; what there is goes on. */
    ended: z.boolean(),
    usage: usageRecord,
  }),
})
