import type { BenchApp } from '../fixture.ts'
import { countDeductions, createAccounts, createApp, GUARDS } from '../fixture.ts'
import type { Circumstances, Result } from '../measure.ts'
import { measureAll, ratio, tail, throughput } from '../measure.ts'
import type { Goal } from '../report/goals.ts'
import { describeResults } from '../report/table.ts'
import type { ConsoleSession } from '../server/console-session.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { ACCOUNTS, EXPRESS, kmlogonSubject, mt5Subject, NODE_HTTP, startReferences } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const CIRCUMSTANCES: readonly Circumstances[] = [
  { connections: 64, keepAlive: true },
  { connections: 256, keepAlive: true },
  { connections: 64, keepAlive: false },
  { connections: 256, keepAlive: false },
]

function goalsOf(results: readonly Result[], { connections, keepAlive }: Circumstances): Goal[] {
  const find = (name: string) => results.find((one) => one.name === name)
  const over = (name: string, reference: string, of: typeof throughput) => {
    const [one, other] = [find(name), find(reference)]
    return one === undefined || other === undefined ? NaN : ratio(one, other, of)
  }
  const where = `${connections} connections, ${keepAlive ? 'keep-alive' : 'a connection a call'}`
  const faster = (name: string, reference: string, bound: number): Goal => ({
    text: `${name} / ${reference}, calls/s, ${where}`,
    measured: over(name, reference, throughput),
    bound,
    kind: 'at least',
  })
  const goals = keepAlive
    ? [faster('mt5pulse', NODE_HTTP, 0.8), faster('mt5pulse', EXPRESS, 2.5)]
    : [faster('mt5pulse', EXPRESS, 1.5)]
  for (const guard of GUARDS) goals.push(faster(`kmlogon ${guard}`, NODE_HTTP, 0.5))
  if (connections === 256) {
    goals.push({
      text: `mt5pulse / ${NODE_HTTP}, p99, ${where}`,
      measured: over('mt5pulse', NODE_HTTP, tail),
      bound: 1.5,
      kind: 'at most',
    })
  }
  return goals
}

/** Every answered kmlogon takes one use, or else the bench measures something else. */
async function verifyDeductions(
  session: ConsoleSession,
  apps: readonly BenchApp[],
  results: readonly Result[],
) {
  for (const one of apps) {
    const answered = results
      .filter(({ name }) => name === `kmlogon ${one.guard}`)
      .flatMap(({ samples }) => samples)
      .reduce((sum, sample) => sum + sample.answered, 0)
    const taken = await countDeductions(session, one)
    if (taken !== answered)
      throw new Error(`${answered} kmlogon ${one.guard} answered, ${taken} uses deducted`)
  }
}

async function run(context: PartContext) {
  const { load, pace, progress, print } = context
  const references = await startReferences()
  const server = await startServer(context.makeDataDir())
  try {
    const session = await signIn(server.console)
    const apps: BenchApp[] = []
    for (const guard of GUARDS) apps.push(await createApp(session, guard))
    const [{ app }] = apps as [BenchApp]
    await createAccounts(session, app, ACCOUNTS)
    const subjects = [
      ...references.subjects,
      mt5Subject('mt5pulse', server, app),
      mt5Subject('mt5logon', server, app),
      ...apps.map((one) => kmlogonSubject(server, one)),
    ]
    // The compilers run first, so that no subject's first seconds are measured.
    const warm: Circumstances = { connections: 64, keepAlive: true }
    const warmedUp = await measureAll(load, subjects, warm, { ...pace, samples: 1 }, progress)
    const results: Result[] = []
    const goals: Goal[] = []
    for (const circumstances of CIRCUMSTANCES) {
      const group = await measureAll(load, subjects, circumstances, pace, progress)
      const { connections, keepAlive } = circumstances
      print(`\n${connections} connections, ${keepAlive ? 'keep-alive' : 'a connection a call'}`)
      print(describeResults(group, group[0], group[1]))
      results.push(...group)
      goals.push(...goalsOf(group, circumstances))
    }
    await verifyDeductions(session, apps, [...warmedUp, ...results])
    session.close()
    return { results, goals }
  } finally {
    await server.stop()
    for (const one of references.processes) await one.stop()
  }
}

export const throughputPart: Part = { name: 'throughput', run }
