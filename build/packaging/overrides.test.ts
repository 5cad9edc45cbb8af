import { describe, expect, it } from 'vitest'

import { overridesFrom } from './overrides.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

describe("the environment's settings for a package", () => {
  it('are none by default: no updates, no signature required, Electron’s own runtime', () => {
    expect(overridesFrom({})).toEqual({})
  })

  it('can require that a release is signed', () => {
    expect(overridesFrom({ PULSEKEY_RELEASE: '1' })).toEqual({ forceCodeSigning: true })
  })

  it('can name the source of updates, which is written into the program', () => {
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
  ])('are refused when they make no sense: %j', (env, why) => {
    expect(() => overridesFrom(env)).toThrow(why)
  })
})

describe('Azure Trusted Signing', () => {
  const account = {
    endpoint: 'https://weu.codesigning.azure.net',
    codeSigningAccountName: 'account',
    certificateProfileName: 'profile',
    publisherName: 'Pulsekey',
  }

  it('signs for Windows with the named account', () => {
    expect(overridesFrom({ PULSEKEY_AZURE_SIGNING: JSON.stringify(account) })).toEqual({
      win: { azureSignOptions: account },
    })
  })

  it('names the member that is missing', () => {
    const text = JSON.stringify({ ...account, publisherName: undefined })
    expect(() => overridesFrom({ PULSEKEY_AZURE_SIGNING: text })).toThrow('publisherName')
  })
})
