/** `npm test`: everything that must hold, in the order in which it is quickest to fail. Ends at the first step that fails. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { requireChromium } from './chromium.ts'
import { getClientTools } from './client-tools.ts'
import { addCounts, type Counts, NO_TESTS, readCounts } from './test-counts.ts'
import { exitOf, requireTool, root, startNode } from './tool.ts'

const SCRIPTS = ['typecheck', 'lint', 'build']
const PROJECTS = ['unit', 'scenario', 'shell', 'e2e', 'faults']
const reports = join(root, '.cache', 'tests')
const reportOf = (project: string): string => join(reports, `${project}.json`)

/** A script of package.json; what it says is shown only when it fails. */
async function runScript(name: string): Promise<number> {
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const code = await exitOf(child)
  if (code !== 0) process.stderr.write(Buffer.concat(said))
  return code
}

function runProject(project: string, chromium: string): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(project)}`]
  const env = { ...process.env, CHROME_PATH: chromium }
  return exitOf(startNode([requireTool('vitest'), 'run', '--project', project, ...reporters], { env }))
}

async function passes(name: string, run: () => Promise<number>): Promise<boolean> {
  const startedMs = performance.now()
  const code = await run()
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds} s`)
  return code === 0
}

async function runAll(chromium: string): Promise<boolean> {
  for (const name of SCRIPTS) {
    if (!(await passes(name, () => runScript(name)))) return false
  }
  for (const project of PROJECTS) {
    if (!(await passes(project, () => runProject(project, chromium)))) return false
  }
  return true
}

// Yesterday's reports would be counted when a step fails before its own is written.
rmSync(reports, { recursive: true, force: true })
const chromium = requireChromium()
getClientTools()
const passed = await runAll(chromium)
const counts = PROJECTS.map(reportOf).map(readCounts).reduce<Counts>(addCounts, NO_TESTS)
if (counts.skipped > 0) console.log(`${counts.skipped} skipped`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = passed ? 0 : 1
