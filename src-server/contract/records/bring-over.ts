import { z } from 'zod'
import {
  BRING_ANSWERS,
  BRING_CODES,
  BRING_REASONS,
  BRING_REMARKS,
  BRING_STATES,
  BRING_SYSTEMS,
} from '../bring-over-names.ts'

const count = z.int().min(0)

/** A table of the file. `same`: rows that are here already as the file has them. */
const broughtTable = z.object({
  table: z.string(),
  read: count,
  taken: count,
  same: count,
  left: count,
  /** Whether the server reads the table at all. */
  known: z.boolean(),
})

/** An application of the file. */
const broughtApplication = z.object({
  app: z.int(),
  name: z.string(),
  codes: count,
  /** The application that has this number here. null where the number is free. */
  here: z.object({ name: z.string(), same: z.boolean() }).nullable(),
  /** Its number here, once it is taken. */
  became: z.int().nullable(),
  remarks: z.array(z.enum(BRING_REMARKS)),
})

/** A row that was not taken. `detail` says more about an invalid one. */
export const leftRow = z.object({
  table: z.string(),
  /** The line of the file; in JSON the number of the entry. */
  line: z.int(),
  label: z.string(),
  reason: z.enum(BRING_REASONS),
  detail: z.string(),
})
export type LeftRowRecord = z.output<typeof leftRow>

export const bringReport = z.object({
  tables: z.array(broughtTable),
  applications: z.array(broughtApplication),
  /** Rows that were not taken, by table and reason. */
  left: z.array(z.object({ table: z.string(), reason: z.enum(BRING_REASONS), count })),
  /** The differences from the other system, by table. */
  remarks: z.array(z.object({ table: z.string(), remark: z.enum(BRING_REMARKS), count })),
  /** Codes of the file that are here with another state. */
  differing: count,
})
export type BringReport = z.output<typeof bringReport>

/** Bringing data over from another system: the file, and what became of it. */
export const bringRecord = z.object({
  state: z.enum(BRING_STATES),
  file: z.string(),
  /** Bytes of the file that have arrived. */
  size: count,
  system: z.enum(BRING_SYSTEMS).nullable(),
  /** The application that the codes of KeyAuth and Keygen go to. */
  app: z.int().nullable(),
  job: z.string().nullable(),
  /** The reason why the file could not be read. */
  failure: z.string(),
  report: bringReport.nullable(),
  /** The import of this server that ended before its end, of an earlier run. */
  unfinished: z.object({ file: z.string(), at: z.int() }).nullable(),
})
export type BringRecord = z.output<typeof bringRecord>

export const bringAnswers = z.array(z.strictObject({ app: z.int(), answer: z.enum(BRING_ANSWERS) })).max(5000)
export const bringCodes = z.enum(BRING_CODES)
