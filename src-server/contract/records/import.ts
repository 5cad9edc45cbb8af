import { z } from 'zod'
import { IMPORT_KINDS, KEPT_REASONS } from '../import-names.ts'
import { referenceTo } from '../reference.ts'

/** An import: a file, and the number of rows that it made and changed. Times are Unix seconds. */
export const importRecord = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  app: z.int(),
  /** The file's name. Empty for an import without a file. */
  file: z.string(),
  by: z.string(),
  at: z.int(),
  made: z.int(),
  changed: z.int(),
  /** The numbers of made rows that an undo removed, and of changed rows that it changed back. */
  removed: z.int(),
  restored: z.int(),
  /** Empty and null until an undo has gone through all rows. */
  undone_by: z.string(),
  undone_at: z.int().nullable(),
})
export type ImportRecord = z.output<typeof importRecord>

/** Members of an import's input that belong to its record. */
export const importOrigin = {
  /** The file's name, for the record. */
  file: z.string().max(255).default(''),
  /** `import` of the previous piece: this piece belongs to the same import. */
  import: referenceTo('import').optional(),
  /** Rows of the previous pieces of a dry run that would be made. They take room of the plan. */
  ahead: z.int().min(0).default(0),
}

/** The number of the import's record. Absent for a dry run, and where no row is imported. */
export const importNumber = z.int().optional()

/** The effect of an undo, or of its preview. Over 500 rows the undo is a job, and the answer has its number. */
export const importUndo = z.object({
  /** Made rows that the undo removes. */
  remove: z.int(),
  /** Changed rows that get their values from before the import. */
  restore: z.int(),
  /** Rows that the undo leaves. `staying` holds the first of them. */
  stay: z.int(),
  staying: z.array(z.object({ id: z.int(), label: z.string(), reason: z.enum(KEPT_REASONS) })),
  job: z.string().optional(),
})
export type ImportUndo = z.output<typeof importUndo>
