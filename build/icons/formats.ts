/** A square picture, as PNG. */
export interface Square {
  readonly size: number
  readonly png: Buffer
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Width and height from the header (PNG specification, 11.2.2 IHDR), and whether the picture has
 * transparency.
 */
export function readPng(png: Buffer): { width: number; height: number; hasAlpha: boolean } {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG')
  const [width, height, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png.readUInt8(25)]
  return { width, height, hasAlpha: (colorType & 4) !== 0 }
}

/**
 * Windows' icon file with PNG entries, which Windows has read since Vista: a directory, then the pictures.
 */
export function writeIco(squares: readonly Square[]): Buffer {
  const header = Buffer.alloc(6 + 16 * squares.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(squares.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of squares.entries()) {
    const at = 6 + 16 * index
    // 256 is written as 0.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...squares.map(({ png }) => png)])
}

export function readIco(ico: Buffer): Square[] {
  if (ico.readUInt32LE(0) !== 0x10000) throw new Error('no icon file')
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)]
    return { size: ico.readUInt8(at) || 256, png: ico.subarray(offset, offset + length) }
  })
}

/**
 * Apple's names of PNG entries, with the picture's size in pixels. Some sizes occur twice (`ic13` is 128
 * points at two pixels each).
 */
export const ICNS_TYPES: Readonly<Record<string, number>> = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
}

/** Apple's icon file: blocks of a name, a length that includes its own 8 bytes, and a picture. */
export function writeIcns(squares: readonly Square[]): Buffer {
  const blocks = Object.entries(ICNS_TYPES).map(([type, size]) => {
    const square = squares.find((candidate) => candidate.size === size)
    if (square === undefined) throw new Error(`no picture of ${size} pixels`)
    return block(type, square.png)
  })
  return block('icns', Buffer.concat(blocks))
}

export function readIcns(icns: Buffer): { type: string; png: Buffer }[] {
  if (icns.toString('latin1', 0, 4) !== 'icns' || icns.readUInt32BE(4) !== icns.length) {
    throw new Error('no icon file')
  }
  const blocks: { type: string; png: Buffer }[] = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    blocks.push({
      type: icns.toString('latin1', at, at + 4),
      png: icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)),
    })
  }
  return blocks
}

function block(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(type, 0, 'latin1')
  header.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([header, content])
}
