import { beforeEach, describe, expect, it, vi } from 'vitest'

import { CERTIFICATES } from './fake-certificates.ts'
import { fingerprintOf, keyOf } from './fingerprint.ts'
import { isPinned, lookAtCertificate, type Pin, pinSession } from './pin.ts'

/** As openssl prints them for the first certificate. */
const FINGERPRINT = 'c3c06ae93340f53c97c0b3f74e670245de998dc6dcc49153cb03597487dc07a4'
const KEY = '69a2c039b0bde0bb750890afe13ca3a49e17b06052ce09ac239c743dc1f381eb'
const { first, renewed, other } = CERTIFICATES
const pin: Pin = {
  origin: 'https://licences.example.org:8443',
  fingerprint: FINGERPRINT,
  key: KEY,
  isPublic: false,
}
/** A certificate that no authority signed. */
const shown = (change: object = {}) =>
  ({
    hostname: 'licences.example.org',
    certificate: first,
    verificationResult: 'net::ERR_CERT_AUTHORITY_INVALID',
    isIssuedByKnownRoot: false,
    ...change,
  }) as never
const signed = { verificationResult: 'net::OK', isIssuedByKnownRoot: true }

it('reads fingerprint and key as openssl does', () => {
  expect(fingerprintOf(first)).toBe(FINGERPRINT)
  expect(keyOf(first)).toBe(KEY)
  expect(fingerprintOf({ fingerprint: 'sha1/q6urq6urq6urq6urq6urq6urq6s=' })).toBeUndefined()
  expect(fingerprintOf({ fingerprint: '' })).toBeUndefined()
  expect(keyOf({ data: 'no certificate' })).toBeUndefined()
})

describe('a server whose key was confirmed', () => {
  it('is recognized by its host and its key, whoever signed the certificate', () => {
    expect(isPinned(pin, shown())).toBe(true)
    expect(isPinned(pin, shown(signed))).toBe(true)
  })

  it('is recognized with a renewed certificate for the same key', () => {
    expect(fingerprintOf(renewed)).not.toBe(FINGERPRINT)
    expect(isPinned(pin, shown({ certificate: renewed }))).toBe(true)
  })

  it.each([
    ['another key, although an authority signed it', { certificate: other, ...signed }],
    ['no certificate', { certificate: { data: '', fingerprint: '' } }],
    ['another host', { hostname: 'evil.example', ...signed }],
    ['a host that ends with the same text', { hostname: 'x.licences.example.org', ...signed }],
  ])('is not recognized with %s', (_what, change) => {
    expect(isPinned(pin, shown(change))).toBe(false)
  })

  it('is recognized at an IPv6 host', () => {
    expect(isPinned({ ...pin, origin: 'https://[::1]:8443' }, shown({ hostname: '::1' }))).toBe(true)
  })
})

describe('a server whose certificate a public authority had signed', () => {
  const publicPin = { ...pin, isPublic: true }

  it('is recognized with a new key that a public authority signed for the same host', () => {
    expect(isPinned(publicPin, shown({ certificate: other, ...signed }))).toBe(true)
  })

  it.each([
    ['a certificate that nobody signed', {}],
    ['an authority that was installed on this machine', { ...signed, isIssuedByKnownRoot: false }],
    ['a certificate that is over', { ...signed, verificationResult: 'net::ERR_CERT_DATE_INVALID' }],
    ['another host', { ...signed, hostname: 'evil.example' }],
  ])('is not recognized with a new key and %s', (_what, change) => {
    expect(isPinned(publicPin, shown({ certificate: other, ...change }))).toBe(false)
  })
})

it('recognizes a server that was saved by its certificate alone by that certificate', () => {
  const old = { ...pin, key: undefined }
  expect(isPinned(old, shown())).toBe(true)
  expect(isPinned(old, shown({ certificate: renewed }))).toBe(false)
})

type Proc = (certified: never, answer: (result: number) => void) => void
let proc: Proc | undefined
beforeEach(() => {
  proc = undefined
})

it("answers with Chromium's codes, and reports the accepted certificate", () => {
  const saw = vi.fn()
  pinSession({ setCertificateVerifyProc: (set) => (proc = set as Proc) }, pin, saw)
  const answer = vi.fn()
  proc!(shown(), answer)
  proc!(shown({ hostname: 'evil.example' }), answer)
  expect(answer.mock.calls).toEqual([[0], [-2]])
  expect(saw.mock.calls).toEqual([
    [true, { fingerprint: FINGERPRINT, key: KEY, isPublic: false }],
    [false, undefined],
  ])
})

it('reads a certificate without accepting any', async () => {
  const answer = vi.fn()
  const session = {
    setCertificateVerifyProc: (set: unknown) => (proc = set as Proc),
    fetch: () => {
      proc!(shown(signed), answer)
      return Promise.reject(new Error('net::ERR_FAILED'))
    },
  }
  const look = () => lookAtCertificate(session, pin.origin, new AbortController().signal)
  expect(await look()).toEqual({ fingerprint: FINGERPRINT, key: KEY, isPublic: true })
  expect(answer.mock.calls).toEqual([[-2]])
  session.fetch = () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED'))
  expect(await look()).toBeUndefined()
})
