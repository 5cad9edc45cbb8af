import { expect, it } from 'vitest'

import { cacheFolder } from './cache-folder.ts'

it.each([
  ['the user’s own', '/home/a', {}, false, '/home/a/.cache/pulsekey'],
  ["the user's XDG cache folder", '/home/a', { XDG_CACHE_HOME: '/big' }, false, '/big/pulsekey'],
  [
    'for root, a folder that others can read',
    '/root',
    { XDG_CACHE_HOME: '/root/.cache' },
    true,
    '/var/cache/pulsekey',
  ],
  ['the requested folder', '/root', { PULSEKEY_CACHE: '/elsewhere' }, true, '/elsewhere'],
])('the cache is %s', (_what, home, env, isRoot, expected) => {
  expect(cacheFolder(home, env, isRoot)).toBe(expected)
})
