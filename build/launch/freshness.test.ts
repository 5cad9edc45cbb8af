import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { isFresh } from './freshness.ts'

let folder: string
const at = (path: string): string => join(folder, path)
const fresh = (): boolean => isFresh([at('out/a.js'), at('out/b.js')], [at('src'), at('config.ts')])

function write(path: string, seconds: number): void {
  mkdirSync(join(at(path), '..'), { recursive: true })
  writeFileSync(at(path), '')
  utimesSync(at(path), seconds, seconds)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-fresh-'))
  write('src/deep/a.ts', 100)
  write('src/deep/a.test.ts', 900)
  write('config.ts', 100)
  for (const name of ['src/deep', 'src']) utimesSync(at(name), 100, 100)
  write('out/a.js', 200)
  write('out/b.js', 201)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('is fresh when every output is younger than every source, tests not counted', () => {
  expect(fresh()).toBe(true)
})

it('is stale when a source is younger than the oldest output', () => {
  utimesSync(at('src/deep/a.ts'), 200.5, 200.5)
  expect(fresh()).toBe(false)
})

it('is stale when a file was removed from a folder', () => {
  rmSync(at('src/deep/a.ts'))
  expect(fresh()).toBe(false)
})

it('is stale when an output is missing', () => {
  rmSync(at('out/b.js'))
  expect(fresh()).toBe(false)
})
