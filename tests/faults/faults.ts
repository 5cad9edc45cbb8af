/**
 * `npm run faults`: kill -9, power loss, disk errors, restores, the hostile list and a soak, in figures. Lost, doubled
 * and unsafe effects must be 0.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exitOf, requireTool, root, startNode } from '../../build/launch/tool.ts'
import { requireChromium } from '../../build/launch/chromium.ts'
import { FIGURES } from './figures.ts'
import {
  filesByProject,
  HOSTILE_LIST,
  outcomeOf,
  testsOf,
  type RunTest,
  type TestReport,
} from './hostile-list.ts'

const HELP = `Ends, cuts off and floods a real server, and counts what it loses.

  npm run faults [-- options]

  --rounds N    rounds of kill -9 (default 60); the other tests have their share of it
  --soak N      seconds of soak (default 120)
  --only TEXT   only the fault tests whose file name contains the text, without the hostile list

Exit code 1 when a test fails, or an effect is lost, doubled or unsafe.`

/** The rounds of kill -9 in the test command. */
const OWN_ROUNDS = 5
const BAD = ['lost', 'doubled', 'unsafe'] as const

type Figures = Readonly<Record<string, number | readonly number[]>>

function readFigures(): ReadonlyMap<string, Figures> {
  const files = readdirSync(FIGURES).filter((name) => name.endsWith('.json'))
  return new Map(
    files.map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(FIGURES, name), 'utf8')) as Figures,
    ]),
  )
}

function print(figures: ReadonlyMap<string, Figures>): void {
  for (const [name, of] of figures) {
    const rest = Object.entries(of).filter(([key]) => !BAD.some((bad) => bad === key))
    const bad = BAD.map((key) => `${key} ${of[key]?.toString() ?? '0'}`).join(', ')
    console.log(`${name.padEnd(16)} ${bad}`)
    console.log(`${' '.repeat(17)}${rest.map(([key, value]) => `${key} ${value.toString()}`).join(', ')}`)
  }
}

interface TestRun {
  readonly exit: number
  readonly tests: readonly RunTest[]
}

async function runTests(project: string, files: readonly string[], env: NodeJS.ProcessEnv): Promise<TestRun> {
  const path = join(FIGURES, `../${project}.json`)
  rmSync(path, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
  const args = [requireTool('vitest'), 'run', '--project', project, ...reporters, ...files]
  const exit = await exitOf(startNode(args, { env }))
  const tests = existsSync(path) ? testsOf(JSON.parse(readFileSync(path, 'utf8')) as TestReport, root) : []
  return { exit, tests }
}

/** Runs the tests that the hostile list names, but for those that have run, and prints how many rows are proved. */
async function runHostileList(ran: readonly RunTest[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const tests = [...ran]
  for (const [project, files] of filesByProject()) {
    if (project === 'faults') continue
    tests.push(...(await runTests(project, files, { ...env, CHROME_PATH: requireChromium() })).tests)
  }
  const outcomes = HOSTILE_LIST.map((row) => ({ row, outcome: outcomeOf(row, tests) }))
  const unproved = outcomes.filter(({ outcome }) => outcome !== 'passed')
  console.log(`hostile list     ${HOSTILE_LIST.length} rows, ${HOSTILE_LIST.length - unproved.length} proved`)
  for (const { row, outcome } of unproved) console.log(`  ${outcome}: ${row.number} ${row.thrown}`)
  return unproved.length === 0
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    rounds: { type: 'string', default: '60' },
    soak: { type: 'string', default: '120' },
    only: { type: 'string' },
  },
})
const numbers = [Number(values.rounds), Number(values.soak)] as const
if (values.help || !numbers.every((one) => Number.isInteger(one) && one > 0)) {
  console.log(HELP)
  process.exitCode = values.help ? 0 : 2
} else {
  const [rounds, soak] = numbers
  rmSync(FIGURES, { recursive: true, force: true })
  const env = { ...process.env, FAULT_FACTOR: String(rounds / OWN_ROUNDS), SOAK_SECONDS: String(soak) }
  const only = values.only === undefined ? [] : [values.only]
  const faults = await runTests('faults', only, env)
  const figures = readFigures()
  print(figures)
  const isBad = [...figures.values()].some((of) => BAD.some((key) => (of[key] ?? 0) !== 0))
  const isListProved = values.only !== undefined || (await runHostileList(faults.tests, env))
  process.exitCode = faults.exit === 0 && !isBad && isListProved ? 0 : 1
}
