import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findKit } from './index.ts'
import type { KitValues } from './kit.ts'

const TYPES = ['andlua1', 'andlua2', 'lua', 'c', '易语言', 'epl', 'mql5', 'mql4', 'python']
/** Texts that end or escape a string or a comment in some language. */
const HOSTILE = [
  `"]] os.execute("x") --[[`,
  `*/ system("x"); /*`,
  `';\nimport os\n"""`,
  '\\',
  '\\"',
  '%s%n',
  '??/',
  '\r\n#define X',
  '」”“',
]
const values = (text: string, rc4: boolean): KitValues => ({
  app: 10_001,
  appkey: text,
  rc4Key: text,
  version: text,
  address: 'http://127.0.0.1:8787',
  rc4,
})

test('every type has a kit, 易语言 under both names, and no other type has one', () => {
  for (const type of TYPES) expect(findKit(type)).toBeDefined()
  expect(findKit('易语言')?.kit).toBe(findKit('epl')?.kit)
  for (const type of ['', 'LUA', 'php', '../lua', 'constructor']) expect(findKit(type)).toBeUndefined()
})

describe.each(TYPES)('%s', (type) => {
  const kit = findKit(type)!.kit

  test.each([true, false])('hostile values change only the lines that hold them (RC4 %s)', (rc4) => {
    const calm = Object.values(kit(values('calm', rc4))).join('\n')
    for (const bare of HOSTILE) {
      const text = `q${bare}q`
      const hostile = Object.values(kit(values(text, rc4))).join('\n')
      expect(hostile).not.toContain(text)
      expect(hostile.split('\n')).toHaveLength(calm.split('\n').length)
    }
  })

  test('only harmless values appear unescaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const marked = `q${text}q`
        const source = Object.values(kit(values(marked, true))).join('\n')
        expect(source.includes(marked)).toBe(
          /^[A-Za-z0-9 .:/_-]+$/.test(text) && !/^(?:易语言|epl)$/.test(type),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('names its application, keys and version', () => {
    const source = Object.values(kit(values('Key1', false))).join('\n')
    expect(source).toContain('10001')
    const quoted = /^(?:易语言|epl)$/.test(type) ? '{ 75, 101, 121, 49 }' : '"Key1"'
    expect(source.split(quoted)).toHaveLength(4)
  })
})

describe('in the language itself', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pulsekey-kits-'))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })

  function write(type: string, value: string, rc4: boolean): void {
    for (const [name, text] of Object.entries(findKit(type)!.kit(values(value, rc4)))) {
      writeFileSync(join(folder, name), text)
    }
  }
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8' })

  test.each(HOSTILE)('Python reads the value %j unchanged', (value) => {
    write('python', value, true)
    const code = 'import json,pulsekey as p;print(json.dumps([p.APPKEY,p.RC4KEY,p.VERSION]))'
    expect(JSON.parse(run('python3', '-B', '-c', code))).toEqual([value, value, value])
  })

  test.each([true, false])('C compiles without a warning and keeps the values unchanged (RC4 %s)', (rc4) => {
    const value = HOSTILE.join('|')
    write('c', value, rc4)
    run('gcc', '-std=gnu99', '-Wall', '-Wextra', '-Werror', '-o', 'pulsekey', 'pulsekey.c')
    const probe =
      '#define main kit_main\n#include "pulsekey.c"\n#undef main\nint main(void) { fputs(APPKEY, stdout); return 0; }\n'
    writeFileSync(join(folder, 'probe.c'), probe)
    run('gcc', '-o', 'probe', 'probe.c')
    expect(run('./probe')).toBe(value)
  })
})
