import { describe, expect, it } from 'vitest'
import { certificationState, hostOf } from './certification.ts'

describe('hostOf', () => {
  it.each([
    ['example.com', 'example.com'],
    [' Example.COM ', 'example.com'],
    ['https://www.example.com/path?x=1#y', 'www.example.com'],
    ['HTTPS://Example.com:443/', 'example.com'],
    ['http://example.com:80', 'example.com'],
    ['example.com:8443', 'example.com:8443'],
    ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
    ['[2001:DB8::1]:8080/x', '[2001:db8::1]:8080'],
    ['192.0.2.7', '192.0.2.7'],
  ])('%s → %s', (text, host) => {
    expect(hostOf(text)).toBe(host)
  })

  it.each(['', '   ', 'http://', 'a b', 'user:pass@example.com', 'example.com:99999', '/path'])(
    '%j names no host',
    (text) => {
      expect(hostOf(text)).toBeUndefined()
    },
  )
})

describe('certificationState', () => {
  it('expires exactly at its second, null never, and disabled comes first', () => {
    expect(certificationState({ expiresAt: 100, disabled: false }, 99)).toBe('valid')
    expect(certificationState({ expiresAt: 100, disabled: false }, 100)).toBe('expired')
    expect(certificationState({ expiresAt: null, disabled: false }, 100)).toBe('valid')
    expect(certificationState({ expiresAt: 100, disabled: true }, 100)).toBe('disabled')
  })
})
