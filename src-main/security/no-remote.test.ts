import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('no page can reach the main process’s objects: @electron/remote is neither installed nor used', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  expect(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })).not.toContain(
    '@electron/remote',
  )
  const sources = readdirSync(join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'src-main', name), 'utf8'))
  expect(sources.length).toBeGreaterThan(50)
  for (const source of sources) expect(source).not.toMatch(/electron\/remote|enableRemoteModule/)
})

it('the preload script gives pages one function', () => {
  const preload = readFileSync(join(root, 'src-main/preload/index.ts'), 'utf8')
  expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1)
  expect(preload).not.toMatch(/exposeInMainWorld\([^)]*ipcRenderer[,)]/)
})
