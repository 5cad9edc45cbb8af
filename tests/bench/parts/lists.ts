import { AGENT, DEVELOPER, fillStore, type Filled } from '../lists/fill-store.ts'
import { deepQuestions, questionsFor } from '../lists/questions.ts'
import type { Goal } from '../report/goals.ts'
import { median } from '../report/statistics.ts'
import { signIn, type ConsoleSession } from '../server/console-session.ts'
import { readProcessorTime } from '../server/processor-time.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import type { Part, PartContext } from './part.ts'

const MANY = 1_000_000
const FEW = MANY / 10
const PAGES_BEFORE = 100
const WHO = ['owner', DEVELOPER, AGENT]

interface Answered {
  readonly name: string
  readonly wallMs: number
  /** Of the server's event loop. */
  readonly loopMs: number
}

async function prepare(folder: string, codes: number, progress: (text: string) => void): Promise<Filled> {
  const server = await startServer(folder)
  const session = await signIn(server.console)
  await session.call('app_create', { name: 'bench' })
  session.close()
  await server.stop()
  return fillStore(folder, codes, progress)
}

async function time(
  server: StartedServer,
  ask: () => Promise<unknown>,
  samples: number,
): Promise<Omit<Answered, 'name'>> {
  const wall: number[] = []
  const loop: number[] = []
  await ask()
  for (let sample = 0; sample < samples; sample++) {
    const before = readProcessorTime(server.pid)?.loop ?? NaN
    const from = performance.now()
    await ask()
    wall.push(performance.now() - from)
    loop.push(((readProcessorTime(server.pid)?.loop ?? NaN) - before) * 1000)
  }
  return { wallMs: median(wall), loopMs: median(loop) }
}

/** Asks every list as the owner, as a developer and as an agent. @param samples how often each is asked */
async function askAll(server: StartedServer, filled: Filled, samples: number): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const who of WHO) {
    const session: ConsoleSession = await signIn(server.console, who)
    const questions = [
      ...questionsFor(filled, who === AGENT),
      ...(await deepQuestions(session, PAGES_BEFORE)),
    ]
    // The minimal cost of an answer, in the same run.
    const least = { name: 'me', ask: (as: ConsoleSession) => as.call('me', {}) }
    for (const question of [least, ...questions])
      answered.push({
        name: `${who}: ${question.name}`,
        ...(await time(server, () => question.ask(session), samples)),
      })
    session.close()
  }
  return answered
}

/** Every list at a million codes and at a tenth of it, over HTTP, by one caller. */
async function run({ pace, progress, print, makeDataDir }: PartContext) {
  const sizes: Answered[][] = []
  for (const codes of [FEW, MANY]) {
    const folder = makeDataDir()
    const filled = await prepare(folder, codes, progress)
    const server = await startServer(folder)
    try {
      progress(`questions at ${codes} codes`)
      sizes.push(await askAll(server, filled, pace.samples))
    } finally {
      await server.stop()
    }
  }
  const [few = [], many = []] = sizes
  const rows = many
    .map((one, at) => ({ ...one, few: few[at]?.wallMs ?? NaN }))
    .toSorted((a, b) => b.wallMs - a.wallMs)
  print(`\nLists at ${MANY} codes, the slowest 40 of ${rows.length}: ms, ms of the loop, times a tenth's`)
  for (const { name, wallMs, loopMs, few: tenth } of rows.slice(0, 40))
    print(
      `${wallMs.toFixed(1).padStart(8)} ${loopMs.toFixed(1).padStart(8)} ${(wallMs / tenth).toFixed(2).padStart(6)}  ${name}`,
    )
  const goals: Goal[] = [
    { text: 'the slowest list, ms', measured: rows[0]?.wallMs ?? NaN, bound: 100, kind: 'at most' },
    {
      text: `a list at ${MANY} codes / at ${FEW}, median`,
      measured: median(rows.map(({ wallMs, few: tenth }) => wallMs / tenth)),
      bound: 2,
      kind: 'at most',
    },
  ]
  return { results: [], goals }
}

export const listsPart: Part = { name: 'lists', run }
