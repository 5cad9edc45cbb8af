import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import { PublicAddressService } from './public-address.ts'

interface World {
  readonly stored?: string
  readonly host?: string
  readonly open?: string
  readonly lan?: string | undefined
}

function service({ stored = '', host = '0.0.0.0', open = 'http://127.0.0.1:8787', lan }: World) {
  return new PublicAddressService({
    stored: () => stored,
    listening: () => ({ ...DEFAULT_SETTINGS.listeners, public_host: host }),
    listeners: { urls: { public: open, secure: '', console: '' } },
    lanAddress: () => lan,
  })
}

describe('without a setting, the public address', () => {
  it.each<[string, World, string]>([
    ['the LAN address of a listener on all addresses', { lan: '192.168.1.5' }, 'http://192.168.1.5:8787/'],
    ['the same over IPv6', { host: '::', lan: '2001:db8::5' }, 'http://[2001:db8::5]:8787/'],
    [
      'the scheme of the listener',
      { open: 'https://127.0.0.1:443', lan: '192.168.1.5' },
      'https://192.168.1.5/',
    ],
    ['the loopback address without a network', {}, 'http://127.0.0.1:8787/'],
    [
      'the one address that the listener has',
      { host: '203.0.113.7', open: 'http://203.0.113.7:8787', lan: '192.168.1.5' },
      'http://203.0.113.7:8787/',
    ],
    ['an address of this machine before the listeners open', { open: '' }, 'http://127.0.0.1/'],
  ])('is %s', (_, world, url) => {
    expect(service(world).current()).toMatchObject({ url, isSet: false })
  })

  it.each([
    ['a public name', 'https://ea.example.com', 'https://ea.example.com/'],
    ['a name of the network', 'http://tower:8787', 'http://tower:8787/'],
    ["not this machine's own name", 'http://127.0.0.1:40000', 'http://192.168.1.5:8787/'],
    ['not an invalid Host', 'http://x"]]', 'http://192.168.1.5:8787/'],
  ])('is what a caller used, when it reaches as far: %s', (_, cameTo, url) => {
    expect(service({ lan: '192.168.1.5' }).current(cameTo)).toMatchObject({ url, isSet: false })
  })

  it('is never a private name that a caller used where the server has a public address', () => {
    const open = { host: '203.0.113.7', open: 'http://203.0.113.7:8787' }
    expect(service(open).current('http://tower:8787').url).toBe('http://203.0.113.7:8787/')
  })
})

it('the setting wins over everything', () => {
  const address = service({ stored: 'https://a.example/yz', lan: '192.168.1.5' })
  expect(address.current('https://b.example')).toEqual({
    url: 'https://a.example/yz/',
    origin: 'https://a.example',
    folder: '/yz/',
    reach: 'public',
    isSet: true,
  })
})
