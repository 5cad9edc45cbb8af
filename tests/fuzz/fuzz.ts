/**
 * `npm run fuzz`: a million hostile calls, and their times. TEST_SEED repeats a run, FUZZ_CASES sets the
 * number.
 */
import process from 'node:process'
import fc from 'fast-check'
import { checkReply } from './check-reply.ts'
import { openFuzzWorld } from './fuzz-world.ts'
import { hostileCalls } from './hostile-calls.ts'
import { SEED } from '../support/seed.ts'

const cases = Number(process.env['FUZZ_CASES'] ?? 1_000_000)
/** The allowed median time of an answer, milliseconds. */
const MOST_MEDIAN_MS = 5

const world = await openFuzzWorld()
const kinds = Object.entries(hostileCalls(world.targets))
console.log(`TEST_SEED=${SEED}`)
let failed = false

for (const [kind, calls] of kinds) {
  const tookMs: number[] = []
  const property = fc.asyncProperty(calls, async (call) => {
    const started = performance.now()
    await checkReply(world, call)
    tookMs.push(performance.now() - started)
  })
  const run = await fc.check(property, { numRuns: Math.ceil(cases / kinds.length), seed: SEED })
  const sorted = tookMs.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const slow = at(0.5) > MOST_MEDIAN_MS
  failed ||= run.failed || slow
  const verdict = run.failed ? 'FAILED' : slow ? 'SLOW  ' : 'ok    '
  const times = [0.5, 0.99, 1].map((share) => at(share).toFixed(3)).join(' ')
  console.log(`${verdict} ${kind.padEnd(22)} ${sorted.length} calls, median, 99th, longest ms: ${times}`)
  if (run.failed) console.log(fc.defaultReportMessage(run))
}

await world.end()
process.exitCode = failed ? 1 : 0
