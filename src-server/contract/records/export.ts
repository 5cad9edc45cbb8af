import { z } from 'zod'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * The input of an export: the rows, selected as in the list, and the place where the previous piece ended.
 */
export function exportInput<const F extends z.ZodRawShape>(filter: F) {
  return z.strictObject({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    filter: z
      .strictObject(filter)
      .partial()
      .default({} as never),
    search: z.string().trim().max(200).optional(),
    /** `next` of the previous piece. */
    after: z.int().min(0).optional(),
  })
}

/** A piece of a file. All pieces joined are the file. */
export const exportOutput = z.object({
  text: z.string(),
  /** The number of rows in this piece. */
  rows: z.int(),
  /** The place to continue. null after the last piece. */
  next: z.int().nullable(),
})
export type ExportPiece = z.output<typeof exportOutput>
