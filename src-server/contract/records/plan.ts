import { z } from 'zod'

const limit = z.int().min(0).max(1_000_000_000).nullable()

/** The settings of a plan. null means no limit. */
export const planSettings = z.strictObject({
  name: z.string().trim().min(1).max(64),
  max_applications: limit,
  /** Codes outside the recycle bin, over all applications. Likewise for trading accounts. */
  max_codes: limit,
  max_devices: limit,
  max_agents: limit,
  /** Days from the day it is given to a developer. null never ends. */
  valid_days: z.int().min(1).max(36_500).nullable(),
  note: z.string().max(2000),
})

export const planRecord = planSettings.extend({
  id: z.int(),
  /** The number of developers with this plan. */
  developers: z.int(),
  created_at: z.int(),
})
export type PlanRecord = z.output<typeof planRecord>

const share = z.object({ used: z.int(), limit: z.int().nullable() })

/** A developer's usage and limits. Usage can exceed a limit, because a paid activation is never refused. */
export const usageRecord = z.object({
  applications: share,
  codes: share,
  devices: share,
  agents: share,
})
export type UsageRecord = z.output<typeof usageRecord>
