import { z } from 'zod'
import { defineAction } from '../action.ts'
import { moveRecord } from '../records/move.ts'

const owner = ['owner'] as const

/** The move of the server to another machine. For the owner in person. */
export const MOVE_CONTRACT = {
  /** The state of the move, and the bundle. */
  move_get: defineAction({ roles: owner, reads: true, input: z.strictObject({}), output: moveRecord }),

  /**
   * Begins the move. From then on this server decides nothing: calls of programs are answered 503, and the console
   * changes nothing but the move. It opens its data again after the answer. 422 for a recovery key that does not fit.
   */
  move_begin: defineAction({
    roles: owner,
    stepUp: true,
    input: z.strictObject({
      /** Proves that the owner has it: the new machine asks for it. */
      recovery_key: z.string().min(1).max(100),
    }),
    output: moveRecord,
  }),

  /** Makes the bundle, from a backup that was checked. 409 before `move_begin`. */
  move_bundle: defineAction({
    roles: owner,
    input: z.strictObject({}),
    output: z.object({ job: z.string() }),
  }),

  /** Looks whether the new server answers at an address, and ends the move. 422 with the reason in `to`. */
  move_finish: defineAction({
    roles: owner,
    stepUp: true,
    input: z.strictObject({ to: z.string().min(1).max(400) }),
    output: moveRecord,
  }),

  /** Decides here again. 409 while the new server answers: two servers would decide. */
  move_cancel: defineAction({ roles: owner, stepUp: true, input: z.strictObject({}), output: moveRecord }),
}
