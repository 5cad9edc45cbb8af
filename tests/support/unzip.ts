import { inflateRawSync } from 'node:zlib'

/** All texts of a zip, from its local headers. */
export function unzip(zip: Buffer): string {
  let text = ''
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    const end = start + zip.readUInt32LE(at + 18)
    text += inflateRawSync(zip.subarray(start, end)).toString()
    at = end
  }
  return text
}
