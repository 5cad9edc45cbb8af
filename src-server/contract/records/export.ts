import { z } from 'zod'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What an export takes: which rows, as the list shows them, and where the piece before ended. */
export function exportInput<const F extends z.ZodRawShape>(filter: F) {
  return z.strictObject({
    format: z.enum(EXPORT_FORMATS).default('csv'),
    filter: z
      .strictObject(filter)
      .partial()
      .default({} as never),
    search: z.string().trim().max(200).optional(),
    /** `next` of the piece before. */
    after: z.int().min(0).optional(),
  })
}

/** A piece of a file: all pieces one after the other are the file. */
export const exportOutput = z.object({
  text: z.string(),
  /** Rows in this piece. */
  rows: z.int(),
  /** Continues; null after the last piece. */
  next: z.int().nullable(),
})
export type ExportPiece = z.output<typeof exportOutput>
