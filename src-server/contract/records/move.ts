import { z } from 'zod'

/**
 * `here`: this server decides. `moving`: it decides nothing, and its data is on the way. `moved`: the server at `to`
 * decides.
 */
export const MOVE_STATES = ['here', 'moving', 'moved'] as const

/** The file with everything that the new machine needs. */
export const moveBundle = z.object({
  /** Its path on this machine. */
  path: z.string(),
  size: z.int(),
  /** Hex. */
  sha256: z.string(),
  made_at: z.int(),
})

/** The move of this server to another machine. */
export const moveRecord = z.object({
  state: z.enum(MOVE_STATES),
  since: z.int().nullable(),
  /** The public address of the new server. Empty before it was seen. */
  to: z.string(),
  bundle: moveBundle.nullable(),
  /** The public address that programs call now. Empty where none is set. */
  public_address: z.string(),
  /** Why this program can't make a bundle. Empty where it can. */
  blocked: z.string(),
})
export type MoveRecord = z.output<typeof moveRecord>

/** Why the new server is not at an address. */
export const MOVE_PROBLEMS = {
  unreachable: 'nothing answers there',
  certificate: 'its certificate is not valid for this name',
  other: 'another program answers there',
  still_here: 'this old server answers there: the name leads here',
  local: 'an address that other people reach',
} as const
export type MoveProblem = keyof typeof MOVE_PROBLEMS
