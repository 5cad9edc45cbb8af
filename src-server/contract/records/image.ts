import { z } from 'zod'
import { IMAGE_PURPOSES, IMAGE_TYPES, type ImageType } from '../platform-names.ts'

export const imageRecord = z.object({
  id: z.string(),
  purpose: z.enum(IMAGE_PURPOSES),
  type: z.enum(IMAGE_TYPES),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  created_at: z.int(),
  /** The path under which every listener serves it. */
  path: z.string(),
})
export type ImageRecord = z.output<typeof imageRecord>

/** A picture for a browser. */
export interface ServedImage {
  readonly type: ImageType
  readonly bytes: Uint8Array
}
