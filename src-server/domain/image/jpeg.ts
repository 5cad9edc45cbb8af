import type { Size } from './frame.ts'

/** Frame headers: SOF0 to SOF15 without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** @returns undefined when the file isn't a JPEG */
export function readJpeg(view: DataView): Size | 'damaged' | undefined {
  if (view.byteLength < 3 || view.getUint16(0) !== 0xffd8 || view.getUint8(2) !== 0xff) return undefined
  // The end marker is last. Cameras pad the file with zeros after it.
  let last = view.byteLength - 1
  while (last > 2 && view.getUint8(last) === 0) last--
  if (view.getUint16(last - 1) !== 0xffd9) return 'damaged'
  let size: Size | undefined
  for (let at = 2; at + 4 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return 'damaged'
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return 'damaged'
    if (isFrame(marker)) {
      if (length < 8 || at + 9 > view.byteLength) return 'damaged'
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    // The scan begins here: the rest is pixels.
    if (marker === 0xda) return size ?? 'damaged'
    at += 2 + length
  }
  return 'damaged'
}
