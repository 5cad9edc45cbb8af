import { describe, expect, test } from 'vitest'
import { base64Text } from './base64-text.ts'

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

const keys = { rc4Key: 'unused' }
const TEXT = 'note=>> >>??&kami=值'
// By Python's base64 module.
const SEALED = 'bm90ZT0+PiA+Pj8/JmthbWk95YC8'

describe('mi_type 2', () => {
  test('seals in the standard alphabet with padding', () => {
    expect(base64Text.seal(TEXT, keys)).toBe(SEALED)
    expect(base64Text.seal('a', keys)).toBe('YQ==')
  })

  test.each([
    ['as encoded here', SEALED],
    ['a plus that became a blank', SEALED.replaceAll('+', ' ')],
    ['the url-safe alphabet', SEALED.replaceAll('+', '-').replaceAll('/', '_')],
    ['wrapped into lines', SEALED.replace(/.{10}/g, '$&\r\n')],
  ])('opens: %s', (_, data) => {
    expect(textOf(base64Text.open(data, keys))).toBe(TEXT)
  })

  test.each([
    ['with padding', 'YQ=='],
    ['with half of the padding', 'YQ='],
    ['without', 'YQ'],
  ])('padding is optional: %s', (_, data) => {
    expect(textOf(base64Text.open(data, keys))).toBe('a')
  })

  test.each([
    ['empty', ''],
    ['nothing but padding', '=='],
    ['a foreign character', 'YQ!='],
    ['padding inside', 'YQ==YQ=='],
    ['one character too many', 'YWFhY'],
  ])('undecodable: %s', (_, data) => {
    expect(base64Text.open(data, keys)).toBeUndefined()
  })
})
