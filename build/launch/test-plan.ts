/**
 * The steps after the build, in the order in which the lanes take them: the long ones first. `unit` uses the
 * results of `typecheck`.
 */
export const STEPS = ['e2e', 'scenario', 'shell', 'faults', 'contract', 'typecheck', 'lint', 'unit'] as const
export type Step = 'build' | (typeof STEPS)[number]

/**
 * The number of steps that run at the same time: as many as fit two cores. On one core it is one, because
 * simultaneous steps would slow each other down and miss their time limits.
 */
export function lanesFor(cores: number): number {
  return cores > 1 ? 3 : 1
}

/** The steps that use the build. All others run from the sources. */
const ON_THE_BUILD: ReadonlySet<Step> = new Set(['e2e', 'shell'])

export interface Verdict {
  readonly hasPassed: boolean
  /** The steps that were skipped for lack of a build. */
  readonly leftOut: readonly Step[]
}

/**
 * Runs the build, then the other steps. A lane that is free takes the next step, so the lanes end at about the
 * same time. A step runs even when earlier ones fail, because each finds its own faults. Without a build, only
 * the steps that use it are skipped.
 * @param lanes the number of steps at the same time
 * @param passes runs one step
 */
export async function runPlan(lanes: number, passes: (step: Step) => Promise<boolean>): Promise<Verdict> {
  const isBuilt = await passes('build')
  const canRun = (step: Step): boolean => isBuilt || !ON_THE_BUILD.has(step)
  const waiting = STEPS.filter(canRun)[Symbol.iterator]()
  let hasPassed = isBuilt
  const runLane = async (): Promise<void> => {
    for (const step of waiting) if (!(await passes(step))) hasPassed = false
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return { hasPassed, leftOut: STEPS.filter((step) => !canRun(step)) }
}
