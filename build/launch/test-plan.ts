/** They run at once, which is what two cores allow, and end at about the same time. */
export const LANES = [['e2e'], ['typecheck', 'unit', 'scenario'], ['shell', 'faults', 'lint']] as const
export type Step = 'build' | (typeof LANES)[number][number]

/** On one core the lanes run one after another: at once they would only slow each other, and miss their time limits. */
export function lanesFor(cores: number): readonly (readonly Step[])[] {
  return cores > 1 ? LANES : [LANES.flat()]
}

/** They drive what the build makes. The others run from the sources. */
const ON_THE_BUILD: ReadonlySet<Step> = new Set(['e2e', 'shell'])

export interface Verdict {
  readonly hasPassed: boolean
  /** Steps that had nothing to run on. */
  readonly leftOut: readonly Step[]
}

/**
 * The build first, then the lanes. A step runs even when earlier ones fail: each finds faults of its own. Only what
 * drives the build is left out where there is none.
 *
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
