/** `npm test`: everything that must hold. The build first, then lanes; a lane ends at its first step that fails. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'

import { requireChromium } from './chromium.ts'
import { getClientTools } from './client-tools.ts'
import { addReports, NO_TESTS, readReport, type Report, type Shaky } from './test-report.ts'
import { requireTool, root, startNode } from './tool.ts'

/** They run at once, which is what two cores allow, and end at about the same time. */
const LANES = [['e2e'], ['typecheck', 'unit', 'scenario'], ['shell', 'faults', 'lint']] as const
type Step = 'build' | (typeof LANES)[number][number]
const PROJECTS = ['unit', 'scenario', 'shell', 'e2e', 'faults'] as const
/** Type checkers make much that is soon forgotten: with room for it they need a fifth less of the processor. */
const ROOMY = { NODE_OPTIONS: '--max-semi-space-size=64', GOGC: '400' }
const reports = join(root, '.cache', 'tests')
const reportOf = (project: string): string => join(reports, `${project}.json`)

function start(step: Step, chromium: string): ChildProcess {
  const project = PROJECTS.find((name) => name === step)
  if (project === undefined) {
    return spawn('npm', ['run', '--silent', step], {
      cwd: root,
      env: { ...process.env, ...ROOMY },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(project)}`]
  const env = { ...process.env, CHROME_PATH: chromium }
  const args = [requireTool('vitest'), 'run', '--project', project, ...reporters]
  return startNode(args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** What a step says is shown when it fails, and then whole: two at once would be mixed up. */
async function passes(step: Step, chromium: string): Promise<boolean> {
  const startedMs = performance.now()
  const child = start(step, chromium)
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  // Not `exit`: what it said last would be missing.
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const text = Buffer.concat(said).toString('utf8')
  if (code !== 0) process.stdout.write(text)
  else for (const [line] of text.matchAll(/^ +(Test Files|Tests) .*$/gm)) console.log(line)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.padEnd(10)} ${seconds} s`)
  return code === 0
}

async function passAll(lane: readonly Step[], chromium: string): Promise<boolean> {
  for (const step of lane) if (!(await passes(step, chromium))) return false
  return true
}

/** Last of all, where logs are cut: also what came of the first try of a test that passed when it was tried again. */
function tellWhy({ file, name, hasPassed, reasons }: Shaky): void {
  console.log(`${hasPassed ? 'Passed only when tried again' : 'Failed'}: ${relative(root, file)}: ${name}`)
  for (const reason of reasons) console.log(reason.replaceAll(/^/gm, '    '))
}

// Yesterday's reports would be counted when a step fails before its own is written.
rmSync(reports, { recursive: true, force: true })
const chromium = requireChromium()
getClientTools()
const isBuilt = await passes('build', chromium)
const lanes = isBuilt ? await Promise.all(LANES.map((lane) => passAll(lane, chromium))) : [false]
const report = PROJECTS.map(reportOf).map(readReport).reduce<Report>(addReports, NO_TESTS)
for (const test of report.shaky) tellWhy(test)
if (process.env['PULSEKEY_REAL_ELECTRON'] !== '1') {
  console.log('Left out: the packaged desktop on a real Electron. PULSEKEY_REAL_ELECTRON=1 asks for it')
}
if (report.skipped > 0) console.log(`${report.skipped} skipped`)
console.log(`${report.passed} passed, ${report.failed} failed`)
process.exitCode = lanes.includes(false) ? 1 : 0
