import { expect, it } from 'vitest'

import { cacheFolder } from './cache-folder.ts'

it.each([
  ['the user’s own', '/home/a', {}, false, '/home/a/.cache/pulsekey'],
  ['where the user keeps such things', '/home/a', { XDG_CACHE_HOME: '/big' }, false, '/big/pulsekey'],
  ['readable by others, of root', '/root', { XDG_CACHE_HOME: '/root/.cache' }, true, '/var/cache/pulsekey'],
  ['where it was asked for', '/root', { PULSEKEY_CACHE: '/elsewhere' }, true, '/elsewhere'],
])('the cache is %s', (_what, home, env, isRoot, expected) => {
  expect(cacheFolder(home, env, isRoot)).toBe(expected)
})
