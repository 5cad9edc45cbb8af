import { describe, expect, it } from 'vitest'

import { overridesFrom } from './overrides.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

describe('what the environment says about a package', () => {
  it('is nothing at first: no updates, no signature asked for, Electron’s own runtime', () => {
    expect(overridesFrom({})).toEqual({})
  })

  it('is that a release is signed or is not made', () => {
    expect(overridesFrom({ PULSEKEY_RELEASE: '1' })).toEqual({ forceCodeSigning: true })
  })

  it('is where updates come from, written into the program', () => {
    const env = { PULSEKEY_UPDATE_URL: 'https://a.example/feed.json', PULSEKEY_UPDATE_PUBLIC_KEY: KEY }
    expect(overridesFrom(env)).toEqual({
      extraMetadata: { updates: { feed: 'https://a.example/feed.json', publicKey: KEY } },
    })
  })

  it.each([
    [{ PULSEKEY_UPDATE_URL: 'https://a.example/' }, /go together/],
    [{ PULSEKEY_UPDATE_PUBLIC_KEY: KEY }, /go together/],
    [{ PULSEKEY_UPDATE_URL: 'http://a.example/', PULSEKEY_UPDATE_PUBLIC_KEY: KEY }, /https/],
    [{ PULSEKEY_UPDATE_URL: 'https://a.example/', PULSEKEY_UPDATE_PUBLIC_KEY: 'short' }, /32 bytes/],
  ])('is refused when it makes no sense: %j', (env, why) => {
    expect(() => overridesFrom(env)).toThrow(why)
  })
})
