import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startLoadProcess } from './load/load-process.ts'
import type { PartOutcome } from './parts/part.ts'
import { bringOverPart } from './parts/bring-over.ts'
import { browserPart } from './parts/browser.ts'
import { calmPart } from './parts/calm.ts'
import { copiesPart } from './parts/copies.ts'
import { fanOutPart } from './parts/fan-out.ts'
import { formsPart } from './parts/forms.ts'
import { listsPart } from './parts/lists.ts'
import { outboundPart } from './parts/outbound.ts'
import { postgresListsPart } from './parts/postgres-lists.ts'
import { postgresPart } from './parts/postgres.ts'
import { proxyPart } from './parts/proxy.ts'
import { rulesPart } from './parts/rules.ts'
import { scalePart } from './parts/scale.ts'
import { telemetryPart } from './parts/telemetry.ts'
import { signaturesPart } from './parts/signatures.ts'
import { slowDiskPart } from './parts/slow-disk.ts'
import { throughputPart } from './parts/throughput.ts'
import { describeGoal, isMet } from './report/goals.ts'

const HELP = `Measures the server against a bare node:http and an Express form echo in the same run.

  npm run bench [-- options]

  --quick        shorter samples: a look, not a result
  --samples N    samples of each, interleaved (default 3); more on a busy machine
  --only NAME    one part: throughput, forms, fan-out, outbound, scale, telemetry, signatures, lists, calm, slow-disk, rules,
                 bring-over, browser, postgres, copies, postgres-lists or proxy
  --data DIR     where the data folders are made (default: the system's temporary folder);
                 a folder in memory makes durable calls look cheaper than they are

Writes tests/bench/results/latest.json. Exit code 1 when a goal is missed, 2 when it can't run.`

const PARTS = [
  throughputPart,
  formsPart,
  fanOutPart,
  outboundPart,
  scalePart,
  telemetryPart,
  signaturesPart,
  listsPart,
  calmPart,
  slowDiskPart,
  rulesPart,
  bringOverPart,
  browserPart,
  postgresPart,
  copiesPart,
  proxyPart,
  postgresListsPart,
]
const FULL = { warmUpMs: 500, measureMs: 2000 }
const QUICK = { warmUpMs: 200, measureMs: 600 }

function writeResults(outcomes: readonly PartOutcome[]): void {
  const folder = fileURLToPath(new URL('./results', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const latest = {
    at: new Date().toISOString(),
    node: process.version,
    processors: cpus().map(({ model }) => model),
    load: loadavg(),
    results: outcomes.flatMap(({ results }) => results),
    goals: outcomes.flatMap(({ goals }) => goals).map((goal) => ({ ...goal, met: isMet(goal) })),
  }
  writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(latest, null, 2)}\n`)
}

async function bench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      quick: { type: 'boolean', default: false },
      samples: { type: 'string', default: '3' },
      only: { type: 'string' },
      data: { type: 'string', default: tmpdir() },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const parts = PARTS.filter(({ name }) => values.only === undefined || name === values.only)
  if (parts.length === 0) throw new Error(`--only must be one of ${PARTS.map(({ name }) => name).join(', ')}`)
  const samples = Number(values.samples)
  if (!Number.isInteger(samples) || samples < 1) throw new Error('--samples must be a whole number from 1 up')
  const home = mkdtempSync(join(values.data, 'pulsekey-bench-'))
  process.once('exit', () => {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2))
  const load = startLoadProcess()
  const outcomes: PartOutcome[] = []
  try {
    for (const part of parts) {
      outcomes.push(
        await part.run({
          load,
          pace: { samples, ...(values.quick ? QUICK : FULL) },
          makeDataDir: () => mkdtempSync(join(home, 'data-')),
          progress: (text) => process.stderr.write(`  ${text}\n`),
          print: (text) => {
            console.log(text)
          },
        }),
      )
    }
  } finally {
    load.stop()
  }
  writeResults(outcomes)
  const goals = outcomes.flatMap((one) => one.goals)
  console.log(`\n${goals.map(describeGoal).join('\n')}`)
  if (!goals.every(isMet)) process.exitCode = 1
}

try {
  await bench(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
