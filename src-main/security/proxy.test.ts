import { expect, it } from 'vitest'

import { proxyConfig } from './proxy.ts'

it('is the system’s, none, or the named one', () => {
  expect(proxyConfig({ mode: 'system' })).toEqual({ mode: 'system' })
  expect(proxyConfig({ mode: 'direct' })).toEqual({ mode: 'direct' })
  expect(proxyConfig({ mode: 'fixed', server: 'socks5://proxy:1080' })).toMatchObject({
    mode: 'fixed_servers',
    proxyRules: 'socks5://proxy:1080',
  })
})

it('is never used between the window and this machine', () => {
  const { proxyBypassRules = '' } = proxyConfig({ mode: 'fixed', server: 'proxy:3128' })
  expect(proxyBypassRules.split(';')).toContain('127.0.0.1')
})
