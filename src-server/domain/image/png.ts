import { tagAt, type Size } from './frame.ts'

const SIGNATURE_HIGH = 0x89504e47
const SIGNATURE_LOW = 0x0d0a1a0a
/** Length, name and checksum of a chunk. */
const CHUNK_FRAME = 12

/** @returns undefined when the file isn't a PNG */
export function readPng(view: DataView): Size | 'damaged' | undefined {
  if (view.byteLength < 8 || view.getUint32(0) !== SIGNATURE_HIGH || view.getUint32(4) !== SIGNATURE_LOW)
    return undefined
  if (view.byteLength < 8 + CHUNK_FRAME + 13 || tagAt(view, 12) !== 'IHDR' || view.getUint32(8) !== 13)
    return 'damaged'
  let hasPixels = false
  for (let at = 8; at + CHUNK_FRAME <= view.byteLength;) {
    const name = tagAt(view, at + 4)
    const end = at + CHUNK_FRAME + view.getUint32(at)
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') {
      if (end !== view.byteLength || !hasPixels) return 'damaged'
      return { width: view.getUint32(16), height: view.getUint32(20) }
    }
    at = end
  }
  return 'damaged'
}
