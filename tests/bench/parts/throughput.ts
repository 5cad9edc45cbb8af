import type { BenchApp } from '../fixture.ts'
import { createAccounts, createApp, GUARDS } from '../fixture.ts'
import { verifyDeductions } from './deductions.ts'
import type { Result } from '../measure.ts'
import { loopPerCall, measureAll, ratioIn, tail, throughput } from '../measure.ts'
import { atLeast, atMost, type Goal } from '../report/goals.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import {
  ACCOUNTS,
  describeCircumstances,
  EXPRESS,
  FLOOR,
  kmlogonSubject,
  mt5Subject,
  NODE_HTTP,
  startReferences,
  type Circumstances,
} from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const CIRCUMSTANCES: readonly Circumstances[] = [
  { connections: 64, keepAlive: true },
  { connections: 256, keepAlive: true },
  { connections: 64, keepAlive: false },
  { connections: 256, keepAlive: false },
]

function goalsOf(results: readonly Result[], circumstances: Circumstances): Goal[] {
  const { connections, keepAlive } = circumstances
  const where = describeCircumstances(circumstances)
  const faster = (name: string, reference: string, bound: number) =>
    atLeast(`${name} / ${reference}, calls/s, ${where}`, ratioIn(results, name, reference, throughput), bound)
  const goals = keepAlive
    ? [faster('mt5pulse', NODE_HTTP, 1.5), faster('mt5pulse', EXPRESS, 4)]
    : [faster('mt5pulse', EXPRESS, 2)]
  if (keepAlive) for (const guard of GUARDS) goals.push(faster(`kmlogon ${guard}`, NODE_HTTP, 0.7))
  const quick = (name: string) =>
    atMost(`${name} / ${NODE_HTTP}, p99, ${where}`, ratioIn(results, name, NODE_HTTP, tail), 1.5)
  if (connections === 256) goals.push(quick('mt5pulse'))
  if (connections === 64 && keepAlive) {
    const loop = ratioIn(results, 'mt5pulse', FLOOR, loopPerCall)
    goals.push(quick('kmlogon rc4'), atMost(`mt5pulse / ${FLOOR}, loop a call, ${where}`, loop, 2))
  }
  return goals
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
      print(`\n${describeCircumstances(circumstances)}`)
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
