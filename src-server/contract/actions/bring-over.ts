import { z } from 'zod'
import { defineAction } from '../action.ts'
import { BRING_PIECE_BYTES, BRING_SYSTEMS, MAX_BRING_BYTES } from '../bring-over-names.ts'
import { referenceTo } from '../reference.ts'
import { bringAnswers, bringCodes, bringRecord, leftRow } from '../records/bring-over.ts'

const owner = ['owner'] as const
/** Base64 has four characters for three bytes. */
const PIECE_TEXT = Math.ceil(BRING_PIECE_BYTES / 3) * 4

const choices = { answers: bringAnswers.default([]), codes: bringCodes.default('keep') }

/** Bringing data over from another licence system. For the owner in person: the file holds keys and passwords. */
export const BRING_CONTRACT = {
  bring_get: defineAction({ roles: owner, reads: true, input: z.strictObject({}), output: bringRecord }),

  /**
   * Takes a piece of the file, in order. A piece at 0 begins a new file. 409 where the piece is not the next one. The
   * server keeps the file encrypted, under a key that it holds in memory alone.
   */
  bring_piece: defineAction({
    roles: owner,
    reads: true,
    size: 'picture',
    input: z.strictObject({
      name: z.string().min(1).max(255),
      at: z.int().min(0).max(MAX_BRING_BYTES),
      data: z.base64().max(PIECE_TEXT),
    }),
    output: z.object({ size: z.int() }),
  }),

  /**
   * Reads the whole file and says what an import would do. Changes nothing. `app` is the application that the codes of
   * KeyAuth and Keygen go to.
   */
  bring_check: defineAction({
    roles: owner,
    reads: true,
    input: z.strictObject({
      system: z.enum(BRING_SYSTEMS),
      app: referenceTo('application').optional(),
      ...choices,
    }),
    output: z.object({ job: z.string() }),
  }),

  /** The rows that were not taken, in the order of the file. At most 10,000 are kept. */
  bring_left: defineAction({
    roles: owner,
    reads: true,
    input: z.strictObject({ after: z.int().min(0).default(0) }),
    output: z.object({ rows: z.array(leftRow), next: z.int().nullable(), total: z.int() }),
  }),

  /**
   * Brings the checked file over. 422 with `answers` where an application's number is taken here and nobody said what
   * becomes of it. `codes`: whose state codes keep that are here already.
   */
  bring_start: defineAction({
    roles: owner,
    stepUp: true,
    input: z.strictObject(choices),
    output: z.object({ job: z.string() }),
  }),

  /** Deletes the file from the server. What was brought over stays. */
  bring_drop: defineAction({
    roles: owner,
    reads: true,
    input: z.strictObject({}),
    output: z.object({}),
  }),
}
