import { describe, expect, test } from 'vitest'
import { judgeTime } from './time-window.ts'

const NOW = 1_700_000_000
const AHEAD = 14 * 3600

describe('judgeTime, window 10', () => {
  test.each<[string, string | undefined, 'ok' | 'missing' | 'expired']>([
    ['none', undefined, 'missing'],
    ['empty', '', 'expired'],
    ['blank', ' ', 'expired'],
    ['text', 'now', 'expired'],
    ['a number and more', '1700000000x', 'expired'],
    ['hexadecimal', '0x6553F100', 'expired'],
    ['infinite', 'Infinity', 'expired'],
    ['too large', '1e999', 'expired'],
    ['negative', '-1700000000', 'expired'],
    ['a decimal comma', '1700000000,5', 'expired'],
    ['now', '1700000000', 'ok'],
    ['with blanks', ' 1700000000\r\n', 'ok'],
    ['as late as the window', '1699999990', 'ok'],
    ['later', '1699999989', 'expired'],
    ['decimals count as the whole second', '1699999990.0', 'ok'],
    ['decimals just too late', '1699999989.999', 'expired'],
    ['a dot and nothing', '1700000000.', 'ok'],
    ['an exponent', '1.7e9', 'ok'],
    ['an exponent as Java and Lua print it', '1.7E+09', 'ok'],
    ['milliseconds', '1700000000123', 'ok'],
    ['milliseconds as late as the window', '1699999990000', 'ok'],
    ['milliseconds later', '1699999989999', 'expired'],
    ['milliseconds with decimals', '1700000000123.5', 'ok'],
    ['milliseconds by exponent', '1.7E12', 'ok'],
    ['early by 14 hours', String(NOW + AHEAD), 'ok'],
    ['earlier', String(NOW + AHEAD + 1), 'expired'],
    ['milliseconds earlier', String((NOW + AHEAD + 1) * 1000), 'expired'],
    ['twelve digits are seconds', '170000000012', 'expired'],
    ['fourteen digits are no milliseconds', '17000000001230', 'expired'],
    ['microseconds', '1700000000123456', 'expired'],
  ])('%s: %j', (_, t, verdict) => {
    expect(judgeTime(t, 10, NOW)).toBe(verdict)
  })
})

test.each([undefined, '', 'text', '1', '9999999999'])('window 0 never refuses: %j', (t) => {
  expect(judgeTime(t, 0, NOW)).toBe('ok')
})
