import { createAccounts, createApp } from '../fixture.ts'
import { measureAll, processorPerCall, ratio } from '../measure.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import type { StartedServer } from '../server/start-server.ts'
import { startServer } from '../server/start-server.ts'
import { mt5Subject } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const FEW = 1000
const MANY = 100_000
const MINUTE_MS = 60_000

/** The cost of a pulse on a server with few and one with many accounts, side by side. */
async function run({ load, pace, progress, print, makeDataDir }: PartContext) {
  const servers: StartedServer[] = []
  try {
    const subjects = []
    for (const accounts of [FEW, MANY]) {
      const server = await startServer(makeDataDir())
      servers.push(server)
      const session = await signIn(server.console)
      const { app } = await createApp(session, 'plain')
      progress(`creates ${accounts} accounts`)
      await createAccounts(session, app, accounts)
      session.close()
      subjects.push(mt5Subject('mt5pulse', server, app, { accounts, name: `mt5pulse, ${accounts} accounts` }))
    }
    const circumstances = { connections: 64, keepAlive: true }
    await measureAll(load, subjects, circumstances, { ...pace, samples: 1 }, progress)
    // Minutes of accounts end together, and pages are stored by turns: a shorter sample has more or less than its share.
    const minutes = { ...pace, measureMs: Math.max(pace.measureMs, MINUTE_MS) }
    const results = await measureAll(load, subjects, circumstances, minutes, progress)
    print('\nCost of a pulse by the number of accounts, 64 connections, keep-alive')
    print(describeResults(results))
    const [few, many] = results
    return {
      results,
      goals: [
        {
          text: `CPU a pulse at ${MANY} accounts / at ${FEW}`,
          measured: ratio(many, few, processorPerCall),
          bound: 1.15,
          kind: 'at most' as const,
        },
      ],
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

export const scalePart: Part = { name: 'scale', run }
