import type { HealthSample } from '../../contract/records/health-sample.ts'
import type { Inside } from '../../contract/spelling.ts'

/** A minute of the server, which `at` ends. */
export type HealthMinute = Inside<HealthSample>

export interface HealthSampleRepository {
  /** A second sample of one moment is dropped. */
  insert(minute: HealthMinute): Promise<void>
  /** Steps of `seconds`, those with samples, from `from` to `to`. */
  steps(from: number, to: number, seconds: number): Promise<HealthMinute[]>
  deleteBefore(at: number): Promise<void>
}
