/**
 * `npm run faults`: kill -9, power loss, disk errors, restores, the hostile list and a soak, in figures. Lost, doubled
 * and unsafe effects must be 0.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exitOf, requireTool, startNode } from '../../build/launch/tool.ts'
import { FIGURES } from './figures.ts'

const HELP = `Ends, cuts off and floods a real server, and counts what it loses.

  npm run faults [-- options]

  --rounds N    rounds of kill -9 (default 60); the other tests have their share of it
  --soak N      seconds of soak (default 120)
  --only TEXT   only the test files whose name contains the text

Exit code 1 when a test fails, or an effect is lost, doubled or unsafe.`

/** The rounds of kill -9 in the test command. */
const OWN_ROUNDS = 20
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
  const exit = await exitOf(
    startNode([requireTool('vitest'), 'run', '--project', 'faults', ...only], { env }),
  )
  const figures = readFigures()
  print(figures)
  const isBad = [...figures.values()].some((of) => BAD.some((key) => (of[key] ?? 0) !== 0))
  process.exitCode = exit === 0 && !isBad ? 0 : 1
}
