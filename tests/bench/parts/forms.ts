import { createAccounts, createApp } from '../fixture.ts'
import { measureAll, processorPerCall, ratioIn, throughput } from '../measure.ts'
import { atMost, type Goal } from '../report/goals.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import {
  ACCOUNTS,
  describeCircumstances,
  kmlogonSubject,
  mt5Subject,
  type Circumstances,
} from '../subjects.ts'
import { verifyDeductions } from './deductions.ts'
import type { Part, PartContext } from './part.ts'

const CIRCUMSTANCES: readonly Circumstances[] = [
  { connections: 64, keepAlive: true },
  { connections: 64, keepAlive: false },
]
const FEW: Circumstances = { connections: 16, keepAlive: true }
const APART = 'POST in two packets'

/** The forms in which clients in the field call: by GET, head and body apart, under RSA, over few connections. */
async function run(context: PartContext) {
  const { load, pace, progress, print } = context
  const server = await startServer(context.makeDataDir())
  try {
    const session = await signIn(server.console)
    const [plain, rsa] = [await createApp(session, 'plain'), await createApp(session, 'rsa')]
    await createAccounts(session, plain.app, ACCOUNTS)
    const logins = kmlogonSubject(server, plain)
    const few = { ...logins, name: `${logins.name}, ${FEW.connections} connections`, circumstances: FEW }
    const subjects = [
      mt5Subject('mt5pulse', server, plain.app),
      mt5Subject('mt5pulse', server, plain.app, { way: APART, name: 'mt5pulse in two packets' }),
      mt5Subject('ini', server, plain.app),
      mt5Subject('ini', server, plain.app, { way: 'GET', name: 'ini by GET' }),
      logins,
      kmlogonSubject(server, plain, 'GET', `${logins.name} by GET`),
      kmlogonSubject(server, rsa),
    ]
    const results = await measureAll(load, [...subjects, few], FEW, { ...pace, samples: 1 }, progress)
    const goals: Goal[] = []
    for (const circumstances of CIRCUMSTANCES) {
      const { keepAlive, connections } = circumstances
      const group = await measureAll(
        load,
        keepAlive ? [...subjects, few] : subjects,
        circumstances,
        pace,
        progress,
      )
      const where = describeCircumstances(circumstances)
      print(`\nForms of a call, ${where}`)
      print(describeResults(group))
      for (const name of ['ini', logins.name]) {
        const measured = ratioIn(group, `${name} by GET`, name, processorPerCall)
        goals.push(atMost(`${name} by GET / by POST, CPU, ${where}`, measured, 1.2))
      }
      const inTwo = ratioIn(group, 'mt5pulse in two packets', 'mt5pulse', processorPerCall)
      // The second packet is another read of the socket, and another wait for it.
      goals.push(atMost(`mt5pulse in two packets / in one, CPU, ${where}`, inTwo, 1.3))
      if (keepAlive)
        goals.push({
          text: `${logins.name}, ${FEW.connections} / ${connections} connections, calls/s`,
          measured: ratioIn(group, few.name, logins.name, throughput),
          bound: 0.8,
          kind: 'at least',
        })
      results.push(...group)
    }
    await verifyDeductions(session, [plain, rsa], results)
    session.close()
    return { results, goals }
  } finally {
    await server.stop()
  }
}

export const formsPart: Part = { name: 'forms', run }
