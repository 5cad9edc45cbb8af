import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedStep, fromBase32, toBase32, totpCode, totpUri } from './totp.ts'

/** The key of the vectors in RFC 6238, appendix B, and RFC 4226, appendix D. */
const KEY = Buffer.from('12345678901234567890')
const SECRET = toBase32(KEY)

describe('totpCode', () => {
  // The RFC prints eight digits. Six-digit codes are their end.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('RFC 6238, appendix B: at %i', (at, code) => {
    expect(totpCode(KEY, Math.floor(at / 30))).toBe(code.slice(-6))
  })

  it('RFC 4226, appendix D: the first ten', () => {
    const codes = Array.from({ length: 10 }, (_, step) => totpCode(KEY, step))
    expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '))
  })
})

describe('base32', () => {
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('RFC 4648, section 10: %s', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written)
  })

  it('decodes to the original bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...fromBase32(toBase32(bytes))]).toEqual([...bytes])
      }),
    )
  })
})

describe('acceptedStep', () => {
  const now = 1_111_111_111
  const step = Math.floor(now / 30)

  it('accepts the previous step and the next one, and none further away', () => {
    for (const off of [-1, 0, 1]) {
      expect(acceptedStep(SECRET, totpCode(KEY, step + off), now, 0)).toBe(step + off)
    }
    for (const off of [-2, 2]) expect(acceptedStep(SECRET, totpCode(KEY, step + off), now, 0)).toBeUndefined()
  })

  it('accepts only steps after the last accepted one', () => {
    expect(acceptedStep(SECRET, totpCode(KEY, step), now, step)).toBeUndefined()
    expect(acceptedStep(SECRET, totpCode(KEY, step - 1), now, step)).toBeUndefined()
    expect(acceptedStep(SECRET, totpCode(KEY, step + 1), now, step)).toBe(step + 1)
  })

  it.each(['', '05047', '0504711', '05047a', '٠٥٠٤٧١'])('refuses %j', (code) => {
    expect(acceptedStep(SECRET, code, now, 0)).toBeUndefined()
  })
})

it('the address for authenticators keeps a name with blanks and special characters in one piece', () => {
  const url = new URL(totpUri('Chen & Söhne?', SECRET))
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.pathname)).toBe('/Pulsekey:Chen & Söhne?')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: SECRET,
    issuer: 'Pulsekey',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
