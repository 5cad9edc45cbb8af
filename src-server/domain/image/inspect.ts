import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, type ImageType } from '../../contract/platform-names.ts'
import type { Size } from './frame.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

export type Inspection =
  | (Size & { readonly type: ImageType })
  | { readonly refused: 'too large' | 'no picture' | 'damaged' | 'too many pixels' }

const READERS: readonly { readonly type: ImageType; readonly read: typeof readPng }[] = [
  { type: 'image/png', read: readPng },
  { type: 'image/jpeg', read: readJpeg },
  { type: 'image/webp', read: readWebp },
]

/**
 * Finds a file's type by its content, whatever its name. Walks through the structure of the format from the
 * first byte to the last, and decodes no pixel. Refuses a file that begins or ends with anything else.
 */
export function inspectImage(bytes: Uint8Array): Inspection {
  if (bytes.length > MAX_IMAGE_BYTES) return { refused: 'too large' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const { type, read } of READERS) {
    const size = read(view)
    if (size === undefined) continue
    if (size === 'damaged' || size.width === 0 || size.height === 0) return { refused: 'damaged' }
    if (size.width * size.height > MAX_IMAGE_PIXELS) return { refused: 'too many pixels' }
    return { type, ...size }
  }
  return { refused: 'no picture' }
}
