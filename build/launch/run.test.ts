import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A project with the check, one script, and the packages that a test lays. */
let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'pulsekey-run-'))
  mkdirSync(join(project, 'build/launch'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  copyFileSync(join(import.meta.dirname, 'run.cjs'), join(project, 'build/launch/run.cjs'))
  writeFileSync(
    join(project, 'script.ts'),
    'const given: string[] = process.argv.slice(2)\nconsole.log(JSON.stringify(given))\n',
  )
})
afterEach(() => {
  rmSync(project, { recursive: true })
})

const lay = (...packages: string[]): void => {
  for (const name of packages) mkdirSync(join(project, 'node_modules', name), { recursive: true })
}
const NATIVE = `@rolldown/binding-${process.platform}-${process.arch}-gnu`

/** @param host the Node that runs npm */
function run(host: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['build/launch/run.cjs', 'script.ts', '--data', 'a b'],
    {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, npm_config_user_agent: `npm/10.8.2 node/v${host} linux x64 workspaces/false` },
    },
  )
  return { status, out: stdout.trim(), said: stderr.trim() }
}

it('runs the script with its arguments', () => {
  lay('vite', NATIVE)
  expect(run('20.19.0')).toEqual({ status: 0, out: '["--data","a b"]', said: '' })
})

it('runs the script also under an npm on an old Node, when all packages are there', () => {
  lay('vite', NATIVE)
  expect(run('18.20.8')).toMatchObject({ status: 0 })
})

it.skipIf(process.platform === 'win32')('ends when npm has ended the shell around it', async () => {
  lay('vite', NATIVE)
  writeFileSync(join(project, 'script.ts'), 'setInterval(() => undefined, 1000)\nconsole.log("up")\n')
  // The second command keeps the shell, as npm's own does where it runs a command in a child.
  const shell = spawn('sh', ['-c', `"${process.execPath}" build/launch/run.cjs script.ts; true`], {
    cwd: project,
    env: { ...process.env, npm_lifecycle_event: 'serve' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shell.stdout, 'data')
  // The script holds the pipe as long as it runs.
  const ended = once(shell.stdout, 'close')
  shell.kill('SIGTERM')
  await ended
})

describe('what to do is one line', () => {
  it('without packages', () => {
    expect(run('24.1.0')).toEqual({
      status: 1,
      out: '',
      said: 'The packages are not installed. Run: npm ci',
    })
  })

  it.each(['14.21.3', '18.20.8', '20.18.1', '21.7.3', '22.11.0'])(
    'when npm left packages out because it ran on Node %s',
    (host) => {
      lay('vite')
      const { status, said } = run(host)
      expect(status).toBe(1)
      expect(said).toMatch(new RegExp(`^The packages for .* because Node ${host} is too old .* npm ci$`))
    },
  )

  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0'])(
    'when packages are missing though Node %s installs all',
    (host) => {
      lay('vite')
      expect(run(host).said).toMatch(
        /^The packages for .* are not all installed\. Run: npm ci --include=optional$/,
      )
    },
  )
})

it('README, engines and the check name the same versions', () => {
  const root = resolve(import.meta.dirname, '../..')
  const read = (name: string): string => readFileSync(join(root, name), 'utf8')
  expect(read('package.json')).toContain('"node": "^20.19.0 || >=22.12.0"')
  expect(read('README.md')).toContain('Node 20.19 or newer (not 21 or 22.0 to 22.11)')
  expect(read('README.zh-CN.md')).toContain('Node 20.19 或更新版本（21 和 22.0 至 22.11 除外）')
  expect(read('docs/architecture.md')).not.toMatch(/Node (>=|20|22)/)
})
