import { expect, it, vi } from 'vitest'

import { fingerprintOf } from './fingerprint.ts'
import { isPinned, lookAtCertificate, pinSession } from './pin.ts'

const bytes = Buffer.alloc(32, 0xab)
const pin = { origin: 'https://licences.example.org:8443', fingerprint: 'ab'.repeat(32) }
const certificate = { fingerprint: `sha256/${bytes.toString('base64')}` }
const shown = (change: object = {}) =>
  ({ hostname: 'licences.example.org', certificate, verificationResult: 'net::OK', ...change }) as never

it('converts a fingerprint into the form for comparison', () => {
  expect(fingerprintOf(certificate)).toBe('ab'.repeat(32))
  expect(fingerprintOf({ fingerprint: 'sha1/q6urq6urq6urq6urq6urq6urq6s=' })).toBeUndefined()
  expect(fingerprintOf({ fingerprint: '' })).toBeUndefined()
})

it('identifies the server by its host and its certificate, whoever signed it', () => {
  expect(isPinned(pin, shown())).toBe(true)
  expect(isPinned(pin, shown({ verificationResult: 'net::ERR_CERT_AUTHORITY_INVALID' }))).toBe(true)
})

it.each([
  [
    'another certificate',
    { certificate: { fingerprint: `sha256/${Buffer.alloc(32, 1).toString('base64')}` } },
  ],
  ['no certificate', { certificate: { fingerprint: '' } }],
  ['another host', { hostname: 'evil.example' }],
  ['a host that ends with the same text', { hostname: 'x.licences.example.org' }],
])('refuses %s, although an authority accepts it', (_what, change) => {
  expect(isPinned(pin, shown(change))).toBe(false)
})

it('recognizes an IPv6 host', () => {
  expect(isPinned({ ...pin, origin: 'https://[::1]:8443' }, shown({ hostname: '::1' }))).toBe(true)
})

type Proc = (certified: never, answer: (result: number) => void) => void

it("answers with Chromium's codes", () => {
  let proc: Proc | undefined
  const saw = vi.fn()
  pinSession({ setCertificateVerifyProc: (set) => (proc = set as Proc) }, pin, saw)
  const answer = vi.fn()
  proc!(shown(), answer)
  proc!(shown({ hostname: 'evil.example' }), answer)
  expect(answer.mock.calls).toEqual([[0], [-2]])
  expect(saw.mock.calls).toEqual([[true], [false]])
})

it('reads a certificate without accepting any', async () => {
  const answer = vi.fn()
  let proc: Proc | undefined
  const session = {
    setCertificateVerifyProc: (set: unknown) => (proc = set as Proc),
    fetch: () => {
      proc!(shown(), answer)
      return Promise.reject(new Error('net::ERR_FAILED'))
    },
  }
  expect(await lookAtCertificate(session as never, pin.origin, new AbortController().signal)).toBe(
    pin.fingerprint,
  )
  expect(answer.mock.calls).toEqual([[-2]])
  session.fetch = () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED'))
  expect(await lookAtCertificate(session as never, pin.origin, new AbortController().signal)).toBeUndefined()
})
