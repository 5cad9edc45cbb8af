import { measureHearing } from '../copies/hearing-cost.ts'
import { measureHeldCopies, type HeldRates } from '../copies/held-copies.ts'
import { startCopies, type StartedCopies } from '../copies/start-copies.ts'
import { createDatabase, startBenchCluster } from '../postgres/database.ts'
import { atLeast, atMost, type Goal } from '../report/goals.ts'
import type { Part, PartContext } from './part.ts'

/** The part of a core that each copy may use: four of them, their database and their callers share two cores. */
const CORE = 0.2
const COPIES = 4

function goalsOf({ name, two, four }: HeldRates): Goal[] {
  return [
    atLeast(`${name}: 2 copies at ${CORE} core / one alone, calls/s`, two, 1.8),
    atLeast(`${name}: 4 copies at ${CORE} core / one alone, calls/s`, four, 3.4),
  ]
}

/** Copies over one PostgreSQL: the cost of a pulse that another copy got, and the calls of two and four beside those of one. */
async function run(context: PartContext) {
  const { makeDataDir, print } = context
  const cluster = await startBenchCluster(makeDataDir())
  const started: StartedCopies[] = []
  const start = async (name: string, count: number) => {
    const copies = await startCopies(await createDatabase(cluster, name), count, makeDataDir)
    started.push(copies)
    return copies
  }
  try {
    const four = await start('four', COPIES)
    const hearing = await measureHearing(four, context)
    print(
      `a pulse of another copy: ${hearing.steward.toFixed(2)} us at the steward, ${hearing.other.toFixed(2)} at another`,
    )
    const [two, lone] = [await start('two', 2), await start('lone', 1)]
    const held = await measureHeldCopies({ lone, two, four }, CORE, context)
    for (const rates of held)
      print(
        `${rates.name}, ${rates.stays ? 'each program at one copy' : 'by turns'}: ${rates.one.toFixed(0)}/s alone at ${CORE} core, two ${rates.two.toFixed(2)}, four ${rates.four.toFixed(2)} times that`,
      )
    return {
      results: [],
      goals: [
        atMost('a pulse of another copy, at the steward, us', hearing.steward, 3),
        // By turns is the worst that a balancer can do: both write an account's figures with each pulse.
        ...held.filter(({ stays }) => stays).flatMap(goalsOf),
      ],
    }
  } finally {
    for (const copies of started) await copies.stop()
    await cluster.stop()
  }
}

export const copiesPart: Part = { name: 'copies', run }
