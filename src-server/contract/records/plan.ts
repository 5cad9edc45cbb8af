import { z } from 'zod'

const limit = z.int().min(0).max(1_000_000_000).nullable()

/** What is said of a plan; null is without a limit. */
export const planSettings = z.strictObject({
  name: z.string().trim().min(1).max(64),
  max_applications: limit,
  /** Codes outside the recycle bin, of all applications together; likewise trading accounts. */
  max_codes: limit,
  max_devices: limit,
  max_agents: limit,
  /** Days from the day it is given to a developer; null never ends. */
  valid_days: z.int().min(1).max(36_500).nullable(),
  note: z.string().max(2000),
})

export const planRecord = planSettings.extend({
  id: z.int(),
  /** How many have it. */
  developers: z.int(),
  created_at: z.int(),
})
export type PlanRecord = z.output<typeof planRecord>

const share = z.object({ used: z.int(), limit: z.int().nullable() })

/** What a developer has of what he may have. More than the limit is possible: a paid activation is never refused. */
export const usageRecord = z.object({
  applications: share,
  codes: share,
  devices: share,
  agents: share,
})
export type UsageRecord = z.output<typeof usageRecord>
