import { expect, it } from 'vitest'
import { isFamiliar } from './familiar.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
const HOME = { ip: '192.0.2.1', userAgent: CHROME }
const OFFICE = { ip: '198.51.100.9', userAgent: 'curl/8.5' }

it.each([
  ['no earlier sign-in', [], HOME, false],
  ['the same address and browser', [HOME], HOME, true],
  ['a newer version', [HOME], { ...HOME, userAgent: CHROME.replace('131.0', '132.1') }, true],
  ['another browser', [HOME], { ...HOME, userAgent: CHROME.replace('Chrome', 'Edge') }, false],
  ['another system', [HOME], { ...HOME, userAgent: CHROME.replace('Windows NT', 'X11; Linux') }, false],
  ['another address', [HOME], { ...HOME, ip: '192.0.2.2' }, false],
  [
    'address and browser known from different sign-ins',
    [OFFICE, HOME],
    { ip: HOME.ip, userAgent: OFFICE.userAgent },
    true,
  ],
])('%s', (_what, seen, now, expected) => {
  expect(isFamiliar(seen, now)).toBe(expected)
})
