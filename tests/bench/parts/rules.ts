import { setTimeout as delay } from 'node:timers/promises'
import type { RuleAct } from '../../../src-server/contract/rule-names.ts'
import { ruleInput } from '../../support/rule-input.ts'
import { createAccounts, createApp } from '../fixture.ts'
import type { Measured } from '../load/protocol.ts'
import type { Goal } from '../report/goals.ts'
import { median } from '../report/statistics.ts'
import { signIn, type ConsoleSession } from '../server/console-session.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { mt5Subject, sampleOf } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const ACCOUNTS = 10_000
const CONNECTIONS = 16
const MOST_RATIO = 1.2
const POLL_MS = 100
/** Nearly every pulse of the load has a drawdown above these values, percent. */
const [FIRST, SECOND] = [0.1, 0.2]

interface World {
  readonly server: StartedServer
  readonly session: ConsoleSession
}

/** Makes a rule that all accounts of the application reach with their next pulse. */
async function makeRule({ session }: World, app: number, act: RuleAct): Promise<number> {
  const levels = [
    { at: FIRST, act: 'tell' as const },
    { at: SECOND, act },
  ]
  const { id } = await session.call('rule_save', ruleInput({ name: `bench ${act}`, app, levels }))
  return id
}

/** Waits until no more levels fire. @returns the number of levels that fired */
async function settle({ session }: World, rule: number): Promise<number> {
  let fired = -1
  for (;;) {
    const row = (await session.call('rule_list', {})).rows.find(({ id }) => id === rule)
    if (row === undefined || row.fired === fired) return fired
    fired = row.fired
    await delay(POLL_MS * 10)
  }
}

/** Pulses of ten thousand accounts, alone, and while all of them reach two levels of a rule. */
async function run({ load, pace, progress, print, makeDataDir }: PartContext) {
  const server = await startServer(makeDataDir())
  const world: World = { server, session: await signIn(server.console) }
  const goals: Goal[] = []
  try {
    for (const act of ['pause_open', 'close_all'] as const) {
      const ratios: number[] = []
      for (let round = 0; round < pace.samples; round += 1) {
        progress(`rules that ${act}, round ${round + 1}/${pace.samples}`)
        const { app } = await createApp(world.session, 'plain')
        await createAccounts(world.session, app, ACCOUNTS)
        const measure = (warmUpMs: number): Promise<Measured> =>
          load.measure({
            ...sampleOf(mt5Subject('mt5pulse', server, app), round),
            connections: CONNECTIONS,
            keepAlive: true,
            warmUpMs,
            measureMs: pace.measureMs,
          })
        const alone = await measure(pace.warmUpMs)
        const rule = await makeRule(world, app, act)
        const startedAt = performance.now()
        // Without a warm-up: the accounts reach the levels with their first pulses.
        const beside = await measure(0)
        const fired = await settle(world, rule)
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
        ratios.push(beside.p99Ms / alone.p99Ms)
        print(
          `${act}: p99 ${alone.p99Ms.toFixed(2)} ms alone, ${beside.p99Ms.toFixed(2)} ms beside ` +
            `${fired} firings, stored ${seconds} s after the first pulse`,
        )
      }
      // A pulse that takes a command waits for the disk, with a rule or without.
      if (act === 'pause_open')
        goals.push({
          text: `p99 of mt5pulse while ${ACCOUNTS} accounts reach the levels of a rule`,
          measured: median(ratios),
          bound: MOST_RATIO,
          kind: 'at most',
        })
    }
    return { results: [], goals }
  } finally {
    world.session.close()
    await server.stop()
  }
}

export const rulesPart: Part = { name: 'rules', run }
