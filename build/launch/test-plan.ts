/** Lanes run at the same time, as many as fit two cores, and end at about the same time. */
export const LANES = [['e2e', 'typecheck', 'unit'], ['scenario'], ['shell', 'faults', 'lint']] as const
export type Step = 'build' | (typeof LANES)[number][number]

/**
 * On one core the lanes run one after another, because simultaneous lanes would slow each other down and miss
 * their time limits.
 */
export function lanesFor(cores: number): readonly (readonly Step[])[] {
  return cores > 1 ? LANES : [LANES.flat()]
}

/** The steps that use the build. All others run from the sources. */
const ON_THE_BUILD: ReadonlySet<Step> = new Set(['e2e', 'shell'])

export interface Verdict {
  readonly hasPassed: boolean
  /** The steps that were skipped for lack of a build. */
  readonly leftOut: readonly Step[]
}

/**
 * Runs the build, then the lanes. A step runs even when earlier ones fail, because each finds its own faults.
 * Without a build, only the steps that use it are skipped.
 * @param passes runs one step
 */
export async function runPlan(
  lanes: readonly (readonly Step[])[],
  passes: (step: Step) => Promise<boolean>,
): Promise<Verdict> {
  const isBuilt = await passes('build')
  const canRun = (step: Step): boolean => isBuilt || !ON_THE_BUILD.has(step)
  const runLane = async (lane: readonly Step[]): Promise<boolean> => {
    let hasPassed = true
    for (const step of lane.filter(canRun)) if (!(await passes(step))) hasPassed = false
    return hasPassed
  }
  const outcomes = await Promise.all(lanes.map(runLane))
  return {
    hasPassed: isBuilt && !outcomes.includes(false),
    leftOut: lanes.flat().filter((step) => !canRun(step)),
  }
}
