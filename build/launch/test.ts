/**
 * `npm test`: runs every check. The build comes first, and each step runs even when others
 * fail.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'

import { requireChromium } from './chromium.ts'
import { getClientTools } from './client-tools.ts'
import { NETWORK_TOOLS } from './network-tools.ts'
import { requirePostgres } from './postgres-tools.ts'
import { lanesFor, runPlan, type Step } from './test-plan.ts'
import { countTests, mergeReruns, readReport, type FileReport } from './test-report.ts'
import { requireTool, root, startNode } from './tool.ts'

/** The steps that are vitest projects. */
const PROJECTS: readonly Step[] = ['unit', 'scenario', 'contract', 'shell', 'e2e', 'faults']
/** Type checkers create many short-lived objects. With more memory for them they use a fifth less CPU. */
const ROOMY = { NODE_OPTIONS: '--max-semi-space-size=64', GOGC: '400' }
/** The number of random cases: enough for each kind, because their seed is fixed. Single test runs make fewer. */
const THOROUGH = { LEDGER_OPERATIONS: '1500', FUZZ_CASES: '20000', LICENCE_HISTORIES: '25' }
/** One commit has one result: random tests look for new faults when they run alone. */
const FIXED = { TEST_SEED: '20261129' }
/**
 * Browser tests that fail on a busy machine run again, whole files at a time, because the tests of a file
 * share a world and need an empty one.
 */
const TRIED_AGAIN: readonly Step[] = ['shell', 'e2e']
/** When more files failed, the machine isn't the cause. */
const MOST_TRIED_AGAIN = 3
const reports = join(root, '.cache', 'tests')
const results = new Map<Step, readonly FileReport[]>()

interface Run {
  readonly hasPassed: boolean
  readonly seconds: string
  readonly text: string
}

/** Runs a process to its end. */
async function watch(start: () => ChildProcess): Promise<Run> {
  const startedMs = performance.now()
  const child = start()
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  // `close` and not `exit`, because at `exit` the last output may be missing.
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  return { hasPassed: code === 0, seconds, text: Buffer.concat(said).toString('utf8') }
}

/** Shows a step's whole output, only when it fails. The outputs of simultaneous steps would be mixed. */
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

/** @param files test files of the project, absolute; all of them when empty */
async function runTests(project: Step, files: readonly string[] = []): Promise<boolean> {
  const path = join(reports, `${project}.json`)
  rmSync(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const args = [requireTool('vitest'), 'run', '--project', project, ...reporters, ...files]
  const env = { ...THOROUGH, ...FIXED, ...process.env, CHROME_PATH: chromium }
  const run = await watch(() => startNode(args, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  show(project, run)
  const report = readReport(path)
  const before = results.get(project)
  results.set(project, before === undefined ? report : mergeReruns(before, report))
  return run.hasPassed
}

let chromium = ''

/** The build, and meanwhile the programs that the tests start. */
async function buildAndInstall(): Promise<boolean> {
  const building = runScript('build')
  chromium = requireChromium()
  getClientTools()
  requirePostgres()
  NETWORK_TOOLS.get()
  return building
}

async function passes(step: Step): Promise<boolean> {
  if (step === 'build') return buildAndInstall()
  if (!PROJECTS.includes(step)) return runScript(step)
  if (await runTests(step)) return true
  const failed = (results.get(step) ?? []).filter(({ hasFailed }) => hasFailed).map(({ path }) => path)
  if (!TRIED_AGAIN.includes(step) || failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return false
  return runTests(step, failed)
}

/**
 * Prints the reasons at the very end, because logs are cut at the beginning. Includes the failed first
 * attempt of a test that passed later.
 */
function tellWhy({ path, tests }: FileReport): void {
  for (const { name, outcome, reasons } of tests) {
    if (reasons.length === 0) continue
    const what = outcome === 'passed' ? 'Passed only when tried again' : 'Failed'
    console.log(`${what}: ${relative(root, path)}: ${name}`)
    for (const reason of reasons) console.log(reason.replaceAll(/^/gm, '    '))
  }
}

const { hasPassed, leftOut } = await runPlan(lanesFor(availableParallelism()), passes)
const files = [...results.values()].flat()
for (const file of files) tellWhy(file)
for (const step of leftOut) console.log(`Left out: ${step}, which needs the build that failed`)
if (process.env['PULSEKEY_REAL_ELECTRON'] !== '1') {
  console.log('Left out: the packaged desktop on a real Electron. PULSEKEY_REAL_ELECTRON=1 asks for it')
}
const noNetwork = NETWORK_TOOLS.missing()
if (noNetwork !== undefined) console.log(`Left out: tests behind a real router. ${noNetwork}`)
const skipped = countTests(files, 'skipped')
if (skipped > 0) console.log(`${skipped} skipped`)
console.log(`${countTests(files, 'passed')} passed, ${countTests(files, 'failed')} failed`)
process.exitCode = hasPassed ? 0 : 1
