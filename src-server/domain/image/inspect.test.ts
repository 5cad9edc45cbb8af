import { describe, expect, it } from 'vitest'
import { JPEG, PNG, WEBP } from '../../../tests/support/pictures.ts'
import { inspectImage } from './inspect.ts'

const size = { width: 3, height: 2 }

/** Takes one chunk out of a WebP, as a file of its own. */
function alone(name: string, chunk: Uint8Array): Buffer {
  const head = Buffer.from('RIFF____WEBP____....')
  head.writeUInt32LE(12 + chunk.length + (chunk.length % 2), 4)
  head.write(name, 12)
  head.writeUInt32LE(chunk.length, 16)
  return Buffer.concat([head, chunk, Buffer.alloc(chunk.length % 2)])
}

const lossyAt = WEBP.indexOf('VP8 ')
const lossy = alone('VP8 ', WEBP.subarray(lossyAt + 8, lossyAt + 8 + WEBP.readUInt32LE(lossyAt + 4)))
const lossless = alone('VP8L', Buffer.from('LwJAAAAHEP2P/gcioAH/', 'base64'))

function changed(file: Buffer, at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(file)
  copy.set(bytes, at)
  return copy
}

const frame = JPEG.indexOf(Buffer.from([0xff, 0xc0]))

describe('pictures', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['image/webp', lossy],
    ['image/webp', lossless],
    // The padding of a camera.
    ['image/jpeg', Buffer.concat([JPEG, Buffer.alloc(16)])],
    // Progressive: another frame header.
    ['image/jpeg', changed(JPEG, frame + 1, 0xc2)],
  ])('%s', (type, bytes) => {
    expect(inspectImage(bytes)).toEqual({ type, ...size })
  })

  it('reads a part of a larger buffer from its own beginning', () => {
    const larger = Buffer.concat([Buffer.alloc(7), PNG, Buffer.alloc(5)])
    expect(inspectImage(larger.subarray(7, 7 + PNG.length))).toEqual({ type: 'image/png', ...size })
  })
})

describe('anything else', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a BMP', Buffer.from('BM')],
    ['a page before a picture', Buffer.concat([Buffer.from('<script>'), PNG])],
  ])('%s is no picture', (_, bytes) => {
    expect(inspectImage(bytes)).toEqual({ refused: 'no picture' })
  })

  it.each([
    ['a page after a PNG', Buffer.concat([PNG, Buffer.from('<script>')])],
    ['a page after a JPEG', Buffer.concat([JPEG, Buffer.from('<script>')])],
    ['a page after a WebP', Buffer.concat([WEBP, Buffer.from('<script>')])],
    ['a PNG without width', changed(PNG, 16, 0, 0, 0, 0)],
    ['a JPEG without height', changed(JPEG, frame + 5, 0, 0)],
    ['a PNG with a wrong first chunk', changed(PNG, 12, 0x74)],
    ['a PNG with a chunk beyond its end', changed(PNG, 33, 0x7f, 0xff, 0xff, 0xff)],
    ['a JPEG whose segment has no length', changed(JPEG, 4, 0, 0)],
    ['a WebP of an unknown kind', alone('VP9 ', Buffer.alloc(20))],
    ['a WebP without a key frame', changed(lossy, 23, 0)],
  ])('%s is damaged', (_, bytes) => {
    expect(inspectImage(bytes)).toEqual({ refused: 'damaged' })
  })

  it.each([
    ['PNG', PNG],
    ['JPEG', JPEG],
    ['WebP', WEBP],
  ])('refuses a %s cut off at any place, without an error', (_, bytes) => {
    for (let length = 0; length < bytes.length; length++) {
      expect(inspectImage(bytes.subarray(0, length))).toHaveProperty('refused')
    }
  })

  it('accepts up to 40 million pixels and 5 MB', () => {
    const wide = (width: number, height: number) => {
      const copy = Buffer.from(PNG)
      copy.writeUInt32BE(width, 16)
      copy.writeUInt32BE(height, 20)
      return inspectImage(copy)
    }
    expect(wide(8000, 5000)).toEqual({ type: 'image/png', width: 8000, height: 5000 })
    expect(wide(8001, 5000)).toEqual({ refused: 'too many pixels' })
    expect(wide(0xffffffff, 0xffffffff)).toEqual({ refused: 'too many pixels' })
    expect(inspectImage(Buffer.alloc(5 * 1024 * 1024 + 1))).toEqual({ refused: 'too large' })
  })
})
