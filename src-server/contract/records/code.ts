import { z } from 'zod'
import { CODE } from '../subjects/code.ts'
import { fieldSchema, recordSchema, importedSchema } from '../subjects/schemas.ts'
import { codeEvent } from './code-event.ts'
import { CODE_UNITS } from '../code-names.ts'
import { EARLIEST_END, LAST_SECOND, UNLIMITED_USES } from '../limits.ts'
import { isShortened } from '../shortened.ts'

export type { CodeState, CodeType, CodeUnit, RecordChoice } from '../code-names.ts'

/** An authorization code (kami). */
export const codeRecord = recordSchema(CODE, {})
export type CodeRecord = z.output<typeof codeRecord>

const usingDevice = z.object({ id: z.int(), account_key: z.string(), label: z.string(), vip: z.int() })

/** A trading account that uses a code, with the code's time for it. Times are Unix seconds. */
const codeAccount = z.object({
  account_key: z.string(),
  use_time: z.int().nullable(),
  end_time: z.int().nullable(),
  /** Its record was deleted, and the seat spent with it. */
  spent: z.boolean(),
  device: usingDevice.nullable(),
})

/** A code with its related records. null for data that the caller may not see. */
export const codeDetail = codeRecord.extend({
  agent_name: z.string().nullable(),
  /** The trading account the code was used for. */
  device: usingDevice.nullable(),
  /** The trading accounts that use it, in the order of first uses. */
  accounts: z.array(codeAccount),
  /** The user account the code recharged. */
  recharged: z.object({ id: z.int(), user: z.string() }).nullable(),
  /** Newest first, at most the last 200 of the last 180 days. */
  events: z.array(codeEvent),
})
export type CodeDetail = z.output<typeof codeDetail>

/**
 * How an edit of codes changes the records of trading accounts: the number of changed records, and the first
 * hundred of them, each with the first of its codes. Ends are Unix seconds.
 */
export const recordChanges = z.object({
  total: z.int(),
  rows: z.array(
    z.object({ code: z.int(), device: z.int(), account_key: z.string(), from: z.int(), to: z.int() }),
  ),
})
export type RecordChanges = z.output<typeof recordChanges>

/**
 * A code with its state on another server, for code_import. Times are Unix seconds. null and absent mean the
 * same.
 */
export const importedCode = importedSchema(CODE).extend({
  kami: fieldSchema(CODE.fields.kami).refine(
    (kami) => !isShortened(kami.trim()),
    'shortened by a spreadsheet',
  ),
  end_time: z.int().min(EARLIEST_END, 'before 2000').max(LAST_SECOND).nullish(),
  /** For a time code, and for a VIP code with an end. May be absent when there is an `end_time`. */
  unit: z.enum(CODE_UNITS).nullish(),
  /** The number of units of a time code, or uses or points when `left` is absent. */
  amount: z.int().min(0).max(UNLIMITED_USES).nullish(),
})
export type ImportedCode = z.output<typeof importedCode>
