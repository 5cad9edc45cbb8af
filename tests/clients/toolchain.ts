import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The tools of the clients, and the Debian package of each. */
const PACKAGES = {
  gcc: 'gcc',
  'g++': 'g++',
  'lua5.1': 'lua5.1',
  'lua5.4': 'lua5.4',
  python3: 'python3',
  php: 'php-cli',
  javac: 'default-jdk-headless',
  curl: 'curl',
  openssl: 'openssl',
} as const
export type Tool = keyof typeof PACKAGES

/** @throws with the package to install where a tool is missing */
export function requireTools(...tools: readonly Tool[]): void {
  const absent = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  if (absent.length === 0) return
  const packages = absent.map((tool) => PACKAGES[tool]).join(' ')
  throw new Error(`the clients of tests/clients need ${absent.join(', ')}: apt-get install ${packages}`)
}

/** The output of a program without its line end. */
export async function output(command: string, given: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...given], { timeout: 30_000 })
  return stdout.trim()
}

/** Compiles a C client. */
export async function compile(source: string, program: string): Promise<void> {
  requireTools('gcc')
  await run('gcc', ['-O1', '-Wall', '-Werror', '-o', program, source, '-lm'])
}

/** Compiles a C++17 program without optimizing it: compiling takes longer than running. */
export async function compileCpp(source: string, program: string, more: readonly string[]): Promise<void> {
  requireTools('g++')
  await run('g++', [
    '-std=c++17',
    '-O0',
    '-Wall',
    '-Wextra',
    '-Wno-unused-parameter',
    '-Werror',
    ...more,
    '-o',
    program,
    source,
  ])
}
