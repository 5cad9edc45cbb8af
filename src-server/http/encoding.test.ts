import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acceptedEncoding, packFile, packQuickly } from './encoding.ts'

describe('acceptedEncoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip;q=x', undefined],
    ['gzip ; q=1.0', 'gzip'],
  ])('%j gives %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })
})

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s: quick and thorough give the same text back', async (encoding, open) => {
  const text = Buffer.from('{"equity":1234.5,"name":"卡密"}'.repeat(1000))
  const packed = [
    await packQuickly(text, encoding),
    await packFile(text, encoding, false),
    await packFile(text, encoding, true),
  ]
  for (const one of packed) {
    expect(one.length).toBeLessThan(text.length / 20)
    expect(open(one).equals(text)).toBe(true)
  }
})
