import { describe, expect, it } from 'vitest'
import { connectionFailure, problemOf, waitIn } from './refused.ts'

const problem = (type: string) => ({ type: `urn:ietf:params:acme:error:${type}`, detail: 'In words' })

describe('what an authority says', () => {
  it.each([
    ['invalidContact', 'contact'],
    ['unsupportedContact', 'contact'],
    ['rateLimited', 'rate'],
    ['rejectedIdentifier', 'name_refused'],
    ['caa', 'name_refused'],
    ['unauthorized', 'proof'],
    ['dns', 'proof'],
    ['externalAccountRequired', 'binding'],
    ['userActionRequired', 'terms'],
    ['somethingNew', 'refused'],
  ])('%s is named %s', (type, failure) => {
    expect(problemOf(problem(type), 400)).toMatchObject({ failure, message: 'In words' })
  })

  it('an answer without words is judged by its status', () => {
    expect(problemOf('<html>', 503).failure).toBe('unreachable')
    expect(problemOf('', 429).failure).toBe('rate')
    expect(problemOf(undefined, 404).failure).toBe('refused')
  })

  it('the wait is in seconds or a date, and at most a week', () => {
    const now = Date.parse('2026-11-29T10:00:00Z')
    expect(waitIn('120', now)).toBe(120)
    expect(waitIn('Sun, 29 Nov 2026 11:00:00 GMT', now)).toBe(3600)
    expect(waitIn('Sun, 29 Nov 2026 09:00:00 GMT', now)).toBe(0)
    expect(waitIn(undefined, now)).toBe(0)
    expect(problemOf(problem('rateLimited'), 429, 1e9).retryAfter).toBe(7 * 86_400)
  })
})

it('a connection fails for its own reasons', () => {
  const failure = (code: string) => connectionFailure(Object.assign(new Error('x'), { code })).failure
  expect(failure('ECONNREFUSED')).toBe('unreachable')
  expect(failure('ENOTFOUND')).toBe('unreachable')
  expect(failure('SELF_SIGNED_CERT_IN_CHAIN')).toBe('untrusted')
  expect(failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toBe('untrusted')
  expect(failure('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('untrusted')
})
