import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { electronSource, mirrorHint } from './electron-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'pulsekey-electron-'))
writeFileSync(join(folder, 'package.json'), '{"version":"45.5.0"}')
writeFileSync(join(folder, 'checksums.json'), '{"electron-v45.5.0-linux-x64.zip":"ab"}')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const NAME = 'electron-v45.5.0-linux-x64.zip'

it.each([
  [{}, 'https://github.com/electron/electron/releases/download/v45.5.0/'],
  [{ ELECTRON_MIRROR: 'https://m.example/e/' }, 'https://m.example/e/v45.5.0/'],
  [{ npm_config_electron_mirror: 'https://m.example/e' }, 'https://m.example/e/v45.5.0/'],
  [
    { ELECTRON_MIRROR: 'https://m.example/', ELECTRON_CUSTOM_DIR: '{{ version }}' },
    'https://m.example/45.5.0/',
  ],
])('with %j the archive is in %s', (env, place) => {
  expect(electronSource(folder, 'linux', 'x64', env)).toEqual({
    name: NAME,
    url: `${place}${NAME}`,
    sha256: 'ab',
  })
})

it('there is none for a platform without a checksum', () => {
  expect(electronSource(folder, 'freebsd', 'x64', {})).toBeUndefined()
})

it('a failure names a mirror, unless one is chosen', () => {
  expect(mirrorHint('linux', {})).toContain(
    'ELECTRON_MIRROR=https://npmmirror.com/mirrors/electron/ npm start',
  )
  expect(mirrorHint('win32', {})).toContain(
    '$env:ELECTRON_MIRROR="https://npmmirror.com/mirrors/electron/"; npm start',
  )
  expect(mirrorHint('linux', { ELECTRON_MIRROR: 'https://m.example/' })).not.toContain('npmmirror')
})
