import { expect, it } from 'vitest'

import { createConsoleCheck } from './check-console.ts'

const pin = { origin: 'https://a.example', fingerprint: 'ab'.repeat(32) }
const fingerprint = (byte: number): string => `sha256/${Buffer.alloc(32, byte).toString('base64')}`

/** A session whose server shows this certificate. */
function sessionOf(byte: number | undefined, status = 200) {
  let proc: ((certified: never, answer: (result: number) => void) => void) | undefined
  return {
    setCertificateVerifyProc: (set: unknown) => {
      proc = set as typeof proc
    },
    fetch: () =>
      new Promise<Response>((done, fail) => {
        if (byte === undefined) {
          fail(new Error('net::ERR_CONNECTION_REFUSED'))
          return
        }
        proc!(
          { hostname: 'a.example', certificate: { fingerprint: fingerprint(byte) } } as never,
          (result) => {
            if (result === 0) done(new Response(null, { status }))
            else fail(new Error('net::ERR_FAILED'))
          },
        )
      }),
  }
}

it.each([
  ['its console', sessionOf(0xab), { ok: true }],
  ['nothing', sessionOf(undefined), { ok: false, problem: 'unreachable', failure: null }],
  ['another certificate', sessionOf(1), { ok: false, problem: 'other_certificate', failure: null }],
  ['no console', sessionOf(0xab, 404), { ok: false, problem: 'unreachable', failure: 'HTTP 404 /console/' }],
])('finds %s', async (_what, session, found) => {
  expect(await createConsoleCheck(session as never, pin)()).toEqual(found)
})
