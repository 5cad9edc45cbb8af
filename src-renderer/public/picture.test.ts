import { describe, expect, it } from 'vitest'
import { findProblem } from './picture.ts'

/** Each character is a byte. */
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const PNG = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
const JPEG = bytes('\xff\xd8\xff\xe0\0\x10JFIF\0')
const WEBP = bytes('RIFF\x2e\x02\0\0WEBPVP8 ')

describe('findProblem', () => {
  it.each([
    ['a PNG', PNG],
    ['a JPEG', JPEG],
    ['a WebP', WEBP],
  ])('accepts %s', async (_, picture) => {
    expect(await findProblem(new Blob([picture]))).toBeUndefined()
  })

  it.each([
    ['an empty file', bytes('')],
    ['a GIF', bytes('GIF89a..........')],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a sound in the same container as WebP', bytes('RIFF....WAVEfmt ')],
    ['the beginning of a PNG', PNG.subarray(0, 7)],
  ])('refuses %s', async (_, file) => {
    expect(await findProblem(new Blob([file]))).toBe('type')
  })

  it('accepts at most 5 MiB', async () => {
    const most = new Blob([PNG, new Uint8Array(5 * 1024 * 1024 - PNG.length)])
    expect(await findProblem(most)).toBeUndefined()
    expect(await findProblem(new Blob([most, new Uint8Array(1)]))).toBe('size')
  })
})
