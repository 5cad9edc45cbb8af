import { z } from 'zod'
import { REACH_CHECKS, REACH_STATES, REACH_SUMMARIES } from '../reach-names.ts'

/** What a check found. The console has the words for each fact, and puts the values into them. */
export const reachFinding = z.object({
  check: z.enum(REACH_CHECKS),
  state: z.enum(REACH_STATES),
  /** A name of `REACH_FACTS` of this check. */
  fact: z.string(),
  /** Addresses, ports and names. Members that end with `_at` are Unix seconds. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** A command to paste into a terminal of the server. Empty: none helps. */
  command: z.string(),
})
export type ReachFinding = z.output<typeof reachFinding>

export const reachReport = z.object({
  /** null before the first test. */
  tested_at: z.int().nullable(),
  now: z.int(),
  /** The public address. */
  url: z.string(),
  summary: z.enum(REACH_SUMMARIES),
  /** The check that the summary rests on. */
  because: z.enum(REACH_CHECKS).nullable(),
  /** In the order of the way. Empty before the first test. */
  checks: z.array(reachFinding),
})
export type ReachReport = z.output<typeof reachReport>
