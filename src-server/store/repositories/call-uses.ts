import type { CallUses } from '../../contract/records/protection.ts'

/** The protections that an application's calls used within one hour, which `hour` begins, Unix seconds. */
export interface HourOfCalls extends CallUses {
  readonly app: number
  readonly hour: number
}

export interface CallUseRepository {
  /** Adds to the counters. Those of an application that is gone are dropped. */
  add(counted: readonly HourOfCalls[]): Promise<void>
  /** The sum from an hour on. */
  sum(app: number, from: number): Promise<CallUses>
  deleteBefore(hour: number): Promise<void>
}
