import { tagAt, type Size } from './frame.ts'

/** @returns undefined when the file isn't a WebP */
export function readWebp(view: DataView): Size | 'damaged' | undefined {
  if (tagAt(view, 0) !== 'RIFF' || tagAt(view, 8) !== 'WEBP') return undefined
  if (view.byteLength < 30 || view.getUint32(4, true) + 8 !== view.byteLength) return 'damaged'
  switch (tagAt(view, 12)) {
    case 'VP8 ':
      return readLossy(view)
    case 'VP8L':
      return readLossless(view)
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return 'damaged'
  }
}

function readLossy(view: DataView): Size | 'damaged' {
  // The start code of a key frame.
  if (uint24(view, 23) !== 0x2a019d) return 'damaged'
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function readLossless(view: DataView): Size | 'damaged' {
  if (view.getUint8(20) !== 0x2f) return 'damaged'
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
