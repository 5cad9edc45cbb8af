import { expect, it, vi } from 'vitest'

import { createConsoleCheck } from './check-console.ts'
import { CERTIFICATES } from './fake-certificates.ts'
import { keyOf } from './fingerprint.ts'

const { first, other } = CERTIFICATES
const pin = {
  origin: 'https://licences.example.org',
  fingerprint: '',
  key: keyOf(first),
  isPublic: false,
}

interface Server {
  certificate: typeof first | undefined
  status: number
  failure: string
}

/** A session as Chromium keeps it: the verdict about a certificate is asked for once. */
function sessionOf(server: Server) {
  let proc: ((certified: never, answer: (result: number) => void) => void) | undefined
  const verdicts = new Map<unknown, number>()
  const verify = (certificate: typeof first): number => {
    const known = verdicts.get(certificate)
    if (known !== undefined) return known
    proc!({ hostname: 'licences.example.org', certificate } as never, (result) => {
      verdicts.set(certificate, result)
    })
    return verdicts.get(certificate)!
  }
  return {
    setCertificateVerifyProc: (set: unknown) => {
      proc = set as typeof proc
    },
    fetch: async () => {
      if (server.certificate === undefined) throw new Error(server.failure)
      if (verify(server.certificate) !== 0) throw new Error('net::ERR_FAILED')
      return new Response(null, { status: server.status })
    },
  }
}
const gone = 'net::ERR_CONNECTION_REFUSED'
const seen = vi.fn()
let partitions = 0

it.each([
  ['its console', { certificate: first, status: 200 }, { ok: true }],
  ['nothing', { certificate: undefined, status: 0 }, { ok: false, problem: 'unreachable', failure: null }],
  [
    'another certificate',
    { certificate: other, status: 200 },
    { ok: false, problem: 'other_certificate', failure: null },
  ],
  [
    'no console',
    { certificate: first, status: 404 },
    { ok: false, problem: 'unreachable', failure: 'HTTP 404 /console/' },
  ],
])('finds %s', async (_what, server, found) => {
  const session = sessionOf({ ...server, failure: gone })
  expect(await createConsoleCheck(session, `server ${partitions++}`, pin, seen)()).toEqual(found)
})

it('finds another certificate also when Chromium remembers that it was refused', async () => {
  const server: Server = { certificate: other, status: 200, failure: gone }
  const session = sessionOf(server)
  const problem = async () => {
    const found = await createConsoleCheck(session, 'a server', pin, seen)()
    return found.ok ? undefined : found.problem
  }
  expect(await problem()).toBe('other_certificate')
  // The user went to another server and back.
  expect(await problem()).toBe('other_certificate')
  server.certificate = undefined
  expect(await problem()).toBe('unreachable')
  server.failure = 'net::ERR_NAME_NOT_RESOLVED'
  expect(await problem()).toBe('unreachable')
  server.certificate = first
  expect(await problem()).toBeUndefined()
})

it('is unreachable when the server takes too long', async () => {
  const session = sessionOf({ certificate: other, status: 200, failure: gone })
  const check = createConsoleCheck(session, 'another server', pin, seen)
  await check()
  session.fetch = () => Promise.reject(new DOMException('timeout', 'TimeoutError'))
  expect(await check()).toMatchObject({ problem: 'unreachable' })
})
