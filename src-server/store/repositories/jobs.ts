import type { JobState } from '../../contract/records/job.ts'

/** The state of a job as its copy reports it. */
export interface JobStage {
  readonly state: JobState
  readonly done: number
  readonly skipped: number
  readonly endedAt: number | null
}

/** A job of one of the copies. Times are Unix seconds. */
export interface StoredJob extends JobStage {
  readonly id: string
  /** The name of the copy that works on it. */
  readonly copy: string
  readonly kind: string
  readonly total: number
  readonly operatorId: number
  readonly personId: number
  readonly by: string
  readonly startedAt: number
}

/** A sign of life of the copy that works on a job. */
export interface JobBeat {
  readonly id: string
  readonly copy: string
  readonly beats: number
}

export interface JobRepository {
  /** Adds a job, and forgets the oldest ended ones beyond a number. */
  add(job: StoredJob): Promise<void>
  /** @returns whether the job is to end: somebody asked for it, or another copy took this one for dead */
  report(id: string, stage: JobStage): Promise<boolean>
  /** The newest jobs first. */
  newest(): Promise<readonly StoredJob[]>
  find(id: string): Promise<StoredJob | undefined>
  /** Asks a job to end. */
  cancel(id: string): Promise<void>
  /** Says that a copy works on its jobs. @returns those that somebody asked to end */
  beat(copy: string): Promise<readonly string[]>
  running(): Promise<readonly JobBeat[]>
  /** Ends a job whose copy gave no sign since this one. */
  fail(last: JobBeat, endedAt: number): Promise<void>
}
