import { join } from 'node:path'

import { expect, it } from 'vitest'

import { defaultDataFolder } from './data-folder.ts'

it('is the usual place of each system', () => {
  expect(defaultDataFolder('linux', '/home/me', {})).toBe(join('/home/me', '.local', 'share', 'pulsekey'))
  expect(defaultDataFolder('linux', '/home/me', { XDG_DATA_HOME: '/data' })).toBe(join('/data', 'pulsekey'))
  // An empty variable counts as not set (XDG base directory specification).
  expect(defaultDataFolder('linux', '/home/me', { XDG_DATA_HOME: '' })).toBe(
    join('/home/me', '.local', 'share', 'pulsekey'),
  )
  expect(defaultDataFolder('win32', 'C:/me', { APPDATA: 'C:/roaming' })).toBe(join('C:/roaming', 'pulsekey'))
  expect(defaultDataFolder('win32', 'C:/me', {})).toBe(join('C:/me', 'AppData', 'Roaming', 'pulsekey'))
  expect(defaultDataFolder('darwin', '/Users/me', {})).toBe(
    join('/Users/me', 'Library', 'Application Support', 'pulsekey'),
  )
})
