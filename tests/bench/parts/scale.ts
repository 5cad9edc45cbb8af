import { createApp } from '../fixture.ts'
import { fillFleet } from '../fleet/fill-fleet.ts'
import { measureStart, type MeasuredStart } from '../fleet/measure-start.ts'
import { measureAll, loopPerCall, processorPerCall, ratio, type Result } from '../measure.ts'
import { atMost } from '../report/goals.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { mt5Subject } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

/** The accounts of each fleet, and how much dearer a pulse may be than in the first one. */
const FLEETS = [
  { accounts: 1000, most: 1 },
  { accounts: 100_000, most: 1.15 },
  { accounts: 1_000_000, most: 1.3 },
]
const MINUTE_MS = 60_000
/**
 * A million accounts that pulse about once a minute. Pages of accounts and slices of sweeps cost the same each second, so
 * fleets are compared at one rate.
 */
const PULSES_A_SECOND = 15_000
/** A machine that reaches less of the rate is too busy for a result. */
const REACHED = 0.9
/** Seconds in which the largest fleet must be loaded. */
const LOADED_SECONDS = 10

/** The cost of a pulse on servers with few, many and very many accounts side by side, and the start of each. */
async function run({ load, pace, progress, print, makeDataDir }: PartContext) {
  const servers: StartedServer[] = []
  try {
    const subjects = []
    const starts: MeasuredStart[] = []
    for (const { accounts } of FLEETS) {
      progress(`creates ${accounts} accounts`)
      const folder = makeDataDir()
      const empty = await startServer(folder)
      const session = await signIn(empty.console)
      const { app } = await createApp(session, 'plain')
      session.close()
      await empty.stop()
      await fillFleet(folder, app, accounts)
      const start = await measureStart(folder, app, accounts)
      const { server } = start
      starts.push(start)
      servers.push(server)
      subjects.push(mt5Subject('mt5pulse', server, app, { accounts, name: `mt5pulse, ${accounts} accounts` }))
    }
    const circumstances = { connections: 64, keepAlive: true, callsPerSecond: PULSES_A_SECOND }
    await measureAll(load, subjects, circumstances, { ...pace, samples: 1 }, progress)
    // Minutes of accounts end together, and pages are stored by turns: a shorter sample has more or less than its share.
    const minutes = { ...pace, measureMs: Math.max(pace.measureMs, MINUTE_MS) }
    const results = await measureAll(load, subjects, circumstances, minutes, progress)
    print(`\nCost of a pulse by the number of accounts, ${PULSES_A_SECOND} a second over 64 connections`)
    print(describeResults(results))
    if (results.some(({ callsPerSecond }) => callsPerSecond < PULSES_A_SECOND * REACHED))
      print('The machine did not reach the rate: what a second costs counts for too much of a pulse.')
    print('\nA start, called while it loads')
    starts.forEach((start, index) => {
      print(describeStart(FLEETS[index]?.accounts ?? NaN, start))
    })
    return {
      results,
      goals: [
        ...FLEETS.slice(1).map(({ accounts, most }, index) =>
          goalOf(accounts, most, results[index + 1], results[0]),
        ),
        atMost(
          `processor seconds of the loop until ${FLEETS.at(-1)?.accounts} accounts are loaded`,
          starts.at(-1)?.loopSeconds ?? NaN,
          LOADED_SECONDS,
        ),
      ],
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

function goalOf(accounts: number, bound: number, many: Result | undefined, few: Result | undefined) {
  const loop = ratio(many, few, loopPerCall).toFixed(2)
  const text = `CPU a pulse at ${accounts} accounts / at ${FLEETS[0]?.accounts} (the loop alone ${loop})`
  return atMost(text, ratio(many, few, processorPerCall), bound)
}

function describeStart(
  accounts: number,
  { firstAnswer, loaded, loopSeconds, p50, worst }: MeasuredStart,
): string {
  return (
    `${String(accounts).padStart(9)} accounts: first answer ${firstAnswer.toFixed(1)} s, loaded ${loaded.toFixed(1)} s ` +
    `(${loopSeconds.toFixed(1)} s of the loop), answers meanwhile ${p50.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`
  )
}

export const scalePart: Part = { name: 'scale', run }
