import type { LoadProcess } from '../load/load-process.ts'
import type { Pace, Result } from '../measure.ts'
import type { Goal } from '../report/goals.ts'

export interface PartContext {
  readonly load: LoadProcess
  readonly pace: Pace
  /** A new empty folder on a disk, removed when the bench ends. */
  readonly makeDataDir: () => string
  readonly progress: (text: string) => void
  readonly print: (text: string) => void
}

export interface PartOutcome {
  readonly results: readonly Result[]
  readonly goals: readonly Goal[]
}

export interface Part {
  readonly name: string
  run(context: PartContext): Promise<PartOutcome>
}
