/** `npm test`: everything that must hold. The build first, then lanes; each step runs even when others fail. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'

import { requireChromium } from './chromium.ts'
import { getClientTools } from './client-tools.ts'
import { lanesFor, runPlan, type Step } from './test-plan.ts'
import { countTests, mend, readReport, type FileReport } from './test-report.ts'
import { requireTool, root, startNode } from './tool.ts'

/** Those of vitest. */
const PROJECTS: readonly Step[] = ['unit', 'scenario', 'shell', 'e2e', 'faults']
/** Type checkers make much that is soon forgotten: with room for it they need a fifth less of the processor. */
const ROOMY = { NODE_OPTIONS: '--max-semi-space-size=64', GOGC: '400' }
/** What people run all the time makes fewer random cases. */
const THOROUGH = { LEDGER_OPERATIONS: '10000', FUZZ_CASES: '100000', LICENCE_HISTORIES: '300' }
/** What drives a browser on a busy machine is tried again when it failed, in files: their tests share a world, and a new one is empty. */
const TRIED_AGAIN: readonly Step[] = ['shell', 'e2e']
/** With more that failed it isn't the machine. */
const MOST_TRIED_AGAIN = 3
const reports = join(root, '.cache', 'tests')
const results = new Map<Step, readonly FileReport[]>()

interface Run {
  readonly hasPassed: boolean
  readonly seconds: string
  readonly text: string
}

/** Runs to the end what was started. */
async function watch(start: () => ChildProcess): Promise<Run> {
  const startedMs = performance.now()
  const child = start()
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  // Not `exit`: what it said last would be missing.
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  return { hasPassed: code === 0, seconds, text: Buffer.concat(said).toString('utf8') }
}

/** What a step says is shown when it fails, and then whole: two at once would be mixed up. */
function show(name: string, { hasPassed, seconds, text }: Run): void {
  if (!hasPassed) process.stdout.write(text)
  else for (const [line] of text.matchAll(/^ +(Test Files|Tests) .*$/gm)) console.log(line)
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds} s`)
}

async function runScript(name: Step): Promise<boolean> {
  const run = await watch(() =>
    spawn('npm', ['run', '--silent', name], {
      cwd: root,
      env: { ...process.env, ...ROOMY },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    }),
  )
  show(name, run)
  return run.hasPassed
}

/** @param files of them, absolute; all when there are none */
async function runTests(project: Step, chromium: string, files: readonly string[] = []): Promise<boolean> {
  const path = join(reports, `${project}.json`)
  rmSync(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const args = [requireTool('vitest'), 'run', '--project', project, ...reporters, ...files]
  const env = { ...THOROUGH, ...process.env, CHROME_PATH: chromium }
  const run = await watch(() => startNode(args, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  show(project, run)
  const report = readReport(path)
  const before = results.get(project)
  results.set(project, before === undefined ? report : mend(before, report))
  return run.hasPassed
}

async function passes(step: Step, chromium: string): Promise<boolean> {
  if (!PROJECTS.includes(step)) return runScript(step)
  if (await runTests(step, chromium)) return true
  const failed = (results.get(step) ?? []).filter(({ hasFailed }) => hasFailed).map(({ path }) => path)
  if (!TRIED_AGAIN.includes(step) || failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return false
  return runTests(step, chromium, failed)
}

/** Last of all, where logs are cut: also what came of the first try of a test that passed when it was tried again. */
function tellWhy({ path, tests }: FileReport): void {
  for (const { name, outcome, reasons } of tests) {
    if (reasons.length === 0) continue
    const what = outcome === 'passed' ? 'Passed only when tried again' : 'Failed'
    console.log(`${what}: ${relative(root, path)}: ${name}`)
    for (const reason of reasons) console.log(reason.replaceAll(/^/gm, '    '))
  }
}

const chromium = requireChromium()
getClientTools()
const { hasPassed, leftOut } = await runPlan(lanesFor(availableParallelism()), (step) =>
  passes(step, chromium),
)
const files = [...results.values()].flat()
for (const file of files) tellWhy(file)
for (const step of leftOut) console.log(`Left out: ${step}, which needs the build that failed`)
if (process.env['PULSEKEY_REAL_ELECTRON'] !== '1') {
  console.log('Left out: the packaged desktop on a real Electron. PULSEKEY_REAL_ELECTRON=1 asks for it')
}
const skipped = countTests(files, 'skipped')
if (skipped > 0) console.log(`${skipped} skipped`)
console.log(`${countTests(files, 'passed')} passed, ${countTests(files, 'failed')} failed`)
process.exitCode = hasPassed ? 0 : 1
