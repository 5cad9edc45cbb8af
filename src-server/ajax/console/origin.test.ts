import { describe, expect, it } from 'vitest'
import { isCsrfToken, isOwnOrigin } from './origin.ts'

const own = 'http://127.0.0.1:8787'

describe('isOwnOrigin', () => {
  it.each([
    [true, own, 'same-origin'],
    [true, own, undefined],
    [true, own, 'none'],
    [true, undefined, undefined],
    [false, own, 'cross-site'],
    [false, own, 'same-site'],
    [false, undefined, 'cross-site'],
    [false, own, ''],
    [false, 'http://127.0.0.1:8788', undefined],
    [false, 'https://127.0.0.1:8787', undefined],
    [false, 'http://localhost:8787', undefined],
    [false, 'http://127.0.0.1:8787.evil.example', undefined],
    [false, 'http://evil.example', 'same-origin'],
    [false, 'null', undefined],
    [false, '', undefined],
  ])('%s: Origin %s, Sec-Fetch-Site %s', (is, origin, fetchSite) => {
    expect(isOwnOrigin({ own, origin, fetchSite })).toBe(is)
  })
})

it.each([
  [true, 'token'],
  [false, 'Token'],
  [false, 'toke'],
  [false, 'token '],
  [false, ''],
  [false, undefined],
])('isCsrfToken is %s for %j', (is, given) => {
  expect(isCsrfToken(given, 'token')).toBe(is)
})
