import { z } from 'zod'

/** What the owner's pictures are for; those of requests come from elsewhere. */
export const IMAGE_PURPOSES = ['background', 'logo'] as const
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 40_000_000
/** Of one purpose. */
export const MAX_IMAGES = 50

export const imageRecord = z.object({
  id: z.string(),
  purpose: z.enum(IMAGE_PURPOSES),
  type: z.enum(IMAGE_TYPES),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  created_at: z.int(),
  /** Where it is served, on both doors. */
  path: z.string(),
})
export type ImageRecord = z.output<typeof imageRecord>

/** A picture as it is sent to a browser. */
export interface ServedImage {
  readonly type: ImageType
  readonly bytes: Uint8Array
}
