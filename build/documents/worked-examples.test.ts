import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from '../launch/tool.ts'

const EXAMPLES = join(root, 'tests/examples')
const MADE = new Set(['node_modules', 'out', 'dist', '.git', '.cache', '.electron-runtime'])
const COMPILE_MS = 900_000
/** A component for the native compiler, which reads no .vue file. */
const ANY_COMPONENT = "declare module '*.vue' { const component: any; export default component }\n"

const copy = mkdtempSync(join(tmpdir(), 'examples-'))
afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

/** The output of a command in the copy; what it reports when it fails. */
function run(command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout ?? error)
  }
}

/** A part of the renderer as a project of its own in the copy. */
function writeProject(name: string, include: readonly string[]): void {
  const compilerOptions = { incremental: false, tsBuildInfoFile: null, noEmit: true }
  const project = { extends: './tsconfig.renderer.json', compilerOptions, include }
  writeFileSync(join(copy, `tsconfig.${name}.json`), JSON.stringify(project))
}

it(
  'the worked examples of docs/contributors.md apply to the code, and compile together',
  { timeout: COMPILE_MS },
  () => {
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => !MADE.has(relative(root, path).split(sep)[0] ?? ''),
    })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir')
    // The last type check has results for files that no example changes.
    const known = join(root, '.cache/tsc')
    if (existsSync(known)) cpSync(known, join(copy, '.cache/tsc'), { recursive: true })
    const diffs = readdirSync(EXAMPLES).filter((name) => name.endsWith('.diff'))
    expect(diffs).toEqual(['action.diff', 'bulk-act.diff', 'field.diff'])
    for (const name of diffs)
      execFileSync('git', ['apply', join(EXAMPLES, name)], { cwd: copy, stdio: 'pipe' })
    const node = process.execPath
    const typescript = ['node_modules/typescript-native/bin/tsc', '--checkers', '1']
    // The tests import the whole server.
    expect(run(node, ...typescript, '-p', 'tsconfig.tests.json')).toBe('')
    // All scripts of the renderer, and the components that an example changes: the others follow from the declarations,
    // and checking them all again takes a minute.
    writeFileSync(join(copy, 'src-renderer/any-component.d.ts'), ANY_COMPONENT)
    writeProject('scripts', ['src-renderer/**/*.ts'])
    expect(run(node, ...typescript, '-p', 'tsconfig.scripts.json')).toBe('')
    rmSync(join(copy, 'src-renderer/any-component.d.ts'))
    const components = diffs.flatMap((name) => [
      ...readFileSync(join(EXAMPLES, name), 'utf8').matchAll(/^\+\+\+ b\/(.*\.vue)$/gm),
    ])
    writeProject('components', ['src-renderer/env.d.ts', ...components.map(([, path = '']) => path)])
    expect(run(node, 'node_modules/vue-tsc/bin/vue-tsc.js', '-p', 'tsconfig.components.json')).toBe('')
  },
)
