import type { ReachCheckName, ReachFact } from '../../../contract/reach-names.ts'
import type { Probes } from '../probes.ts'

export interface Found<C extends ReachCheckName> {
  readonly fact: ReachFact<C>
  readonly values?: Readonly<Record<string, string | number>>
  readonly command?: string
}

/** Judges what a test saw. */
export type Check<C extends ReachCheckName> = (probes: Probes) => Found<C>
