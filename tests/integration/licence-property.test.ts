import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { histories, type History } from './licence-history.ts'
import { LicenceRun } from './licence-run.ts'
import { LicenceWorld } from './licence-world.ts'
import { SEED } from '../support/seed.ts'

const RUNS = Number(process.env['LICENCE_HISTORIES'] ?? 40)
/** The number of histories: enough for every kind of step. */
const MANY = 200
const EVERYTHING = [
  ...[200, 114, 150, 151, 199, 201].map((code) => `kmlogon ${code}`),
  ...['refund by take_back', 'refund by end', 'refund taken back'],
  ...['record follows extend', 'record follows end', 'record follows convert'],
  ...['delete', 'move', 'rebind', 'restart', 'free', 'together', 'unmachine'],
]
/** A history takes weeks: the server's clock must stay far from the end of permanent records. */
const HISTORIES_OF_A_SERVER = 150

let world: LicenceWorld | undefined
let lived = 0

async function aWorld(): Promise<LicenceWorld> {
  if (lived++ % HISTORIES_OF_A_SERVER === 0) {
    await world?.server.end()
    world = await LicenceWorld.start()
  }
  return world!
}
afterAll(() => world?.server.end())

const done = new Map<string, number>()

async function live(history: History): Promise<void> {
  const run = await LicenceRun.start(await aWorld(), history)
  for (const step of history.steps) await run.do(step)
  await run.end()
  for (const [what, times] of run.counts) done.set(what, (done.get(what) ?? 0) + times)
}

it(`the time granted is the time paid in ${RUNS} random histories`, { timeout: 900_000 }, async () => {
  const path = process.env['LICENCE_PATH']
  console.log(`TEST_SEED=${SEED}`)
  await fc.assert(fc.asyncProperty(histories, live), {
    seed: SEED,
    ...(path !== undefined && { path }),
    numRuns: RUNS,
    // On a busy machine a long search for a shorter history ends with the best one so far.
    plugins: [fc.interruptAfterTimeLimit(600_000, { failOnInterrupt: true })],
  })
  console.log(Object.fromEntries(done))
  if (RUNS >= MANY)
    for (const what of EVERYTHING) expect(done.get(what) ?? 0, what).toBeGreaterThan(RUNS / 100)
})
