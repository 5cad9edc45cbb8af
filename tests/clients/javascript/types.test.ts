import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it('has types that a strict TypeScript program accepts', () => {
  const source = `import { Licence, md5, type State } from './pulsekey.mjs'
const licence = new Licence({ code: 'A', onChange: ({ status, end }: State) => { const s: string = status; void [s, end.toFixed()] } })
const now: Promise<State> = licence.start().check()
const hex: string = md5('x')
void [now, hex, licence.allowed, licence.state.update?.url]
// @ts-expect-error A code is a text.
new Licence({ code: 5 })
`
  const into = mkdtempSync(join(tmpdir(), 'pulsekey-js-types-'))
  onTestFinished(() => {
    rmSync(into, { recursive: true })
  })
  for (const file of ['pulsekey.mjs', 'pulsekey.d.mts'])
    copyFileSync(join(import.meta.dirname, '../../../src-server/kits/javascript', file), join(into, file))
  writeFileSync(join(into, 'program.mts'), source)
  const tsc = join(import.meta.dirname, '../../../node_modules/typescript-native/bin/tsc')
  const flags = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--exactOptionalPropertyTypes',
    '--types',
    '',
  ]
  expect(
    spawnSync(process.execPath, [tsc, ...flags, 'program.mts'], { cwd: into, encoding: 'utf8' }).stdout,
  ).toBe('')
})
