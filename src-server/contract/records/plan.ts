import { z } from 'zod'
import { PLAN } from '../subjects/people.ts'
import { recordSchema, writtenShape } from '../subjects/schemas.ts'

/** The settings of a plan. null means no limit. */
export const planSettings = z.strictObject(writtenShape(PLAN))

export const planRecord = recordSchema(PLAN, {})
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
