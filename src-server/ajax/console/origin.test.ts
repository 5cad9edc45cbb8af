import { describe, expect, it } from 'vitest'
import { explainOrigin, isCsrfToken, isOwnOrigin } from './origin.ts'

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

describe('isOwnOrigin behind a proxy', () => {
  const origin = 'https://console.example:8443'

  it.each([
    [true, 'https://console.example:8443', undefined],
    [false, 'https://console.example', undefined],
    [false, 'http://127.0.0.1:8787', undefined],
    [true, 'http://127.0.0.1:8787', origin],
    [false, 'http://127.0.0.1:8787', 'https://other.example'],
  ])('%s: asked for %s with the public address %s', (is, asked, known) => {
    expect(isOwnOrigin({ own: asked, origin, fetchSite: 'same-origin' }, known)).toBe(is)
    expect(isOwnOrigin({ own: asked, origin, fetchSite: 'cross-site' }, known)).toBe(false)
  })

  it.each(['https://console.example:443', 'https://CONSOLE.example'])('takes the spelling %s', (asked) => {
    const browser = { origin: 'https://console.example', fetchSite: undefined }
    expect(isOwnOrigin({ own: asked, ...browser })).toBe(true)
  })

  it('explains a difference in words, and another site only by its name', () => {
    const own = 'http://127.0.0.1:8787'
    const { text, fields } = explainOrigin({ own, origin, fetchSite: 'same-origin' })
    expect(fields).toEqual({ host: own, origin })
    expect(text).toContain(own)
    expect(text).toContain(origin)
    const other = explainOrigin({ own, origin, fetchSite: 'cross-site' })
    expect(other).toEqual({ text: 'This request came from another site' })
    expect(explainOrigin({ own, origin: 'null', fetchSite: undefined }).fields).toBeUndefined()
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
