import { generateKeyPairSync, sign } from 'node:crypto'

import { expect, it, vi } from 'vitest'

import { fetchFeed } from './read-feed.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const source = {
  feed: 'https://updates.example/pulsekey.json',
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
}
const release = {
  version: '0.2.0',
  releasedAt: 1,
  notes: { en: '', zh: '' },
  files: [
    {
      platform: 'linux',
      arch: 'x64',
      kind: 'deb',
      url: 'https://updates.example/a.deb',
      size: 1,
      sha512: Buffer.alloc(64).toString('base64'),
    },
  ],
}

function signed(value: object): string {
  const text = JSON.stringify(value)
  return JSON.stringify({
    release: text,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
  })
}

it('reads the answer of the feed’s address', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response(signed(release))))
  expect(await fetchFeed(fetch, source)).toEqual(release)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(source.feed)
})

it('refuses a feed signed by another key', async () => {
  const other = { ...source, publicKey: Buffer.alloc(32, 1).toString('base64') }
  expect(await fetchFeed(() => Promise.resolve(new Response(signed(release))), other)).toBe('forged')
})

it('reads no more than the largest possible feed', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  expect(await fetchFeed(() => Promise.resolve(new Response(endless)), source)).toBe('unreadable')
  expect(pulled).toBeLessThan(20)
})

it('fails when the address is unreachable', async () => {
  const answer = new Response('away', { status: 503 })
  await expect(fetchFeed(() => Promise.resolve(answer), source)).rejects.toThrow('503')
})
