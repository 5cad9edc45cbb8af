import { lt } from 'drizzle-orm'
import type { HealthMinute, HealthSampleRepository } from '../../repositories/health-samples.ts'
import type { Connection } from '../connection.ts'
import { healthSamples } from '../schema/index.ts'

export function createHealthSampleRepository({ prepare, orm }: Connection): HealthSampleRepository {
  const steps = prepare<[{ from: number; to: number; seconds: number }], HealthMinute>(
    `SELECT at - at % @seconds AS at, avg(calls) AS calls, avg(errors) AS errors, max(p99) AS p99, max(lag) AS lag,
       max(memory) AS memory, max(disk_used) AS "diskUsed", min(disk_free) AS "diskFree", max("commit") AS "commit",
       max(telemetry) AS telemetry, avg(online::float8) AS online
     FROM health_samples WHERE at >= @from AND at <= @to GROUP BY 1 ORDER BY 1`,
  )
  return {
    insert: async (minute) => {
      await orm.insert(healthSamples).values(minute).onConflictDoNothing()
    },
    steps: (from, to, seconds) => steps.all({ from, to, seconds }),
    deleteBefore: async (at) => {
      await orm.delete(healthSamples).where(lt(healthSamples.at, at))
    },
  }
}
