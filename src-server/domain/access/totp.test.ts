import fc from 'fast-check'
import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { Authenticator } from '../../../tests/support/authenticator.ts'
import { acceptedStep, toBase32, TOTP_SECRET_BYTES, totpUri } from './totp.ts'

/** The key of the vectors in RFC 6238, appendix B, and RFC 4226, appendix D. */
const KEY = Buffer.from('12345678901234567890')
const SECRET = toBase32(KEY)

describe('acceptedStep', () => {
  const now = 1_111_111_111
  const step = Math.floor(now / 30)
  const codeOf = (step: number) => new Authenticator(SECRET).code(step * 30)

  // The RFC prints eight digits. Six-digit codes are their end.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('RFC 6238, appendix B: at %i', (at, code) => {
    expect(acceptedStep(SECRET, code.slice(-6), at, 0)).toBe(Math.floor(at / 30))
  })

  it('RFC 4226, appendix D: the first ten', () => {
    const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
    for (const [step, code] of codes.entries()) expect(acceptedStep(SECRET, code, step * 30, -1)).toBe(step)
  })

  it('accepts the code of an authenticator with any key', () => {
    const key = fc.uint8Array({ minLength: TOTP_SECRET_BYTES, maxLength: TOTP_SECRET_BYTES })
    fc.assert(
      fc.property(key, fc.integer({ min: 0, max: 2 ** 32 }), (bytes, at) => {
        const secret = toBase32(bytes)
        expect(acceptedStep(secret, new Authenticator(secret).code(at), at, -1)).toBe(Math.floor(at / 30))
      }),
    )
  })

  it('accepts the step before and the step after, and none further away', () => {
    for (const off of [-1, 0, 1]) {
      expect(acceptedStep(SECRET, codeOf(step + off), now, 0)).toBe(step + off)
    }
    for (const off of [-2, 2]) expect(acceptedStep(SECRET, codeOf(step + off), now, 0)).toBeUndefined()
  })

  it('accepts only a step after the last one', () => {
    expect(acceptedStep(SECRET, codeOf(step), now, step)).toBeUndefined()
    expect(acceptedStep(SECRET, codeOf(step - 1), now, step)).toBeUndefined()
    expect(acceptedStep(SECRET, codeOf(step + 1), now, step)).toBe(step + 1)
  })

  it.each(['', '05047', '0504711', '05047a', '٠٥٠٤٧١', ' 050471', '050471\n', '0\u00005047'])(
    'refuses %j',
    (code) => {
      expect(acceptedStep(SECRET, code, now, 0)).toBeUndefined()
    },
  )
})

describe('toBase32', () => {
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

  it('the reader decodes it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...Secret.fromBase32(toBase32(bytes)).bytes]).toEqual([...bytes])
      }),
    )
  })

  it('encodes a part of a larger buffer without the bytes beside it', () => {
    expect(toBase32(Buffer.from('..foobar..').subarray(2, 8))).toBe('MZXW6YTBOI')
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
