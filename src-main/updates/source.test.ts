import { expect, it } from 'vitest'

import { overridesFrom } from '../../build/packaging/overrides.ts'
import { findUpdateSource } from './source.ts'

const PUBLIC_KEY = Buffer.alloc(32, 7).toString('base64')

it('finds the values that packaging wrote into the program', () => {
  const env = { PULSEKEY_UPDATE_URL: 'https://a.example/feed.json', PULSEKEY_UPDATE_PUBLIC_KEY: PUBLIC_KEY }
  const extraMetadata = overridesFrom(env).extraMetadata as { updates: unknown }
  expect(findUpdateSource({ name: 'pulsekey', ...extraMetadata })).toEqual({
    feed: 'https://a.example/feed.json',
    publicKey: PUBLIC_KEY,
  })
})

it.each([
  [{ name: 'pulsekey' }],
  [{ updates: { feed: 'http://a.example/feed.json', publicKey: PUBLIC_KEY } }],
  [{ updates: { feed: 'https://a.example/feed.json' } }],
  [null],
])('finds none in %j', (manifest) => {
  expect(findUpdateSource(manifest)).toBeUndefined()
})
