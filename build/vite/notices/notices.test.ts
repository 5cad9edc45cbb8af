import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { collectNotices } from './notices.ts'
import { isPermissive } from './permissive.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pulsekey-notices-'))
  put('package.json', { dependencies: { beside: '1.0.0' } })
  put('node_modules/beside/package.json', { name: 'beside', version: '1.0.0', license: 'ISC' })
  put('node_modules/beside/LICENSE', 'Text of beside')
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

function put(path: string, content: string | object): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

/** Creates a package that exports one word. */
function install(name: string, manifest: object, files: Readonly<Record<string, string>>): void {
  const folder = `node_modules/${name}`
  put(`${folder}/package.json`, { name, version: '2.0.0', type: 'module', main: 'index.js', ...manifest })
  put(`${folder}/index.js`, `export const word = ${JSON.stringify(name)}`)
  for (const [path, text] of Object.entries(files)) put(`${folder}/${path}`, text)
}

/** Builds a program. @returns its notices */
async function notices(program: string): Promise<string> {
  put('main.js', program)
  const file = join(root, 'out/NOTICES.txt')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [collectNotices(root, file)()],
    build: { outDir: join(root, 'out/main'), rolldownOptions: { input: join(root, 'main.js') } },
  })
  return readFileSync(file, 'utf8')
}

const says = (name: string) => `import { word } from '${name}'\nconsole.log(word)`

describe('the notices', () => {
  it('name each bundled or accompanying package with its version, licence and text', async () => {
    install('@some/used', { license: 'MIT' }, { 'LICENSE.md': 'Text of used', NOTICE: 'Notice of used' })
    const text = await notices(says('@some/used'))
    expect(text).toMatch(/^@some\/used 2\.0\.0\nMIT\n-+\n\nText of used\n\nNotice of used$/m)
    expect(text).toMatch(/^beside 1\.0\.0\nISC\n-+\n\nText of beside$/m)
  })

  it('leave out packages that are installed but not shipped, whatever their licence', async () => {
    install('tool', { license: 'GPL-3.0-only' }, {})
    install('shaken', { license: 'MIT', sideEffects: false }, { LICENSE: 'Text of shaken' })
    const text = await notices(`import { word } from 'shaken'\nconsole.log('own')`)
    expect(text).not.toMatch(/tool|shaken/)
  })

  it('include the imports of styles, and packages inside packages', async () => {
    install('looks', { license: 'OFL-1.1' }, { LICENSE: 'Text of looks', 'look.css': 'p { color: red }' })
    install('outer', { license: 'MIT' }, { LICENSE: 'Text of outer', 'index.js': `export * from 'inner'` })
    install('outer/node_modules/inner', { name: 'inner', license: 'MIT' }, { LICENSE: 'Text of inner' })
    put('own.css', `@import 'looks/look.css';`)
    const text = await notices(`import './own.css'\n${says('outer')}`)
    expect(text).toContain('Text of looks')
    expect(text).toContain('Text of inner')
  })

  it('find a text at the end of a readme, or use the standard text of a licence', async () => {
    const granted = 'Permission is hereby granted, free of charge'
    install(
      'small',
      { license: 'MIT' },
      { 'README.md': `# small\n\nLicense\n-------\n\n(c) Somebody\n\n${granted}\n` },
    )
    put('build/vite/notices/texts/Apache-2.0.txt', 'Apache License, whole')
    install('bare', { license: 'Apache-2.0' }, {})
    const text = await notices(`${says('small')}\nimport { word as other } from 'bare'\nconsole.log(other)`)
    expect(text).toContain(`(c) Somebody\n\n${granted}`)
    expect(text).toContain('Apache License, whole')
  })
})

describe('the build fails', () => {
  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'SEE LICENSE IN terms.txt', ''])(
    'for a package under "%s"',
    async (license) => {
      install('wrong', { license }, { LICENSE: 'Some text' })
      await expect(notices(says('wrong'))).rejects.toThrow(`wrong 2.0.0: the licence "${license}"`)
    },
  )

  it('for a package without a licence', async () => {
    install('silent', {}, { LICENSE: 'Some text' })
    await expect(notices(says('silent'))).rejects.toThrow('silent 2.0.0: the licence ""')
  })

  it('for a package without a licence text', async () => {
    install('bare', { license: 'MIT' }, { 'README.md': '# bare\n\n## License\n\nMIT\n' })
    await expect(notices(says('bare'))).rejects.toThrow('bare 2.0.0: no text of its licence (MIT) was found')
  })

  it('for such a package beside the bundle', async () => {
    put('node_modules/beside/package.json', { name: 'beside', version: '1.0.0', license: 'GPL-2.0-only' })
    await expect(notices('console.log(1)')).rejects.toThrow('beside 1.0.0: the licence "GPL-2.0-only"')
  })
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT OR Apache-2.0', true],
  ['MIT AND OFL-1.1', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-2.0-only OR LGPL-3.0-only', false],
  ['MIT OR (GPL-3.0-only AND ISC)', false],
  ['UNLICENSED', false],
])('%s: %s', (expression, may) => {
  expect(isPermissive(expression)).toBe(may)
})

it('the text of the Apache licence is the original one', () => {
  const text = readFileSync(resolve(import.meta.dirname, 'texts/Apache-2.0.txt'), 'utf8')
  expect(text).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004/)
  expect(text).toContain('END OF TERMS AND CONDITIONS')
})
