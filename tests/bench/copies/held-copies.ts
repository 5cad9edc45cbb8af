import type { BenchApp } from '../fixture.ts'
import { startLoadProcess, type LoadProcess } from '../load/load-process.ts'
import type { Measured } from '../load/protocol.ts'
import { throughput } from '../measure.ts'
import type { PartContext } from '../parts/part.ts'
import { median } from '../report/statistics.ts'
import { holdProcess, type HeldProcess } from '../server/hold-process.ts'
import type { StartedServer } from '../server/start-server.ts'
import {
  ACCOUNTS,
  ALL_ACCOUNTS,
  mixedSubject,
  mt5Subject,
  sampleOf,
  type Part,
  type Subject,
} from '../subjects.ts'
import type { StartedCopies } from './start-copies.ts'

const COPIES = 4
/** So many that no copy waits for its callers, also while logins wait for the disk. */
const CONNECTIONS = { connections: 64, keepAlive: true }

/** Calls a second of copies that are each held to a part of a core, as multiples of those of a server alone. */
export interface HeldRates {
  readonly name: string
  /** Each program stays at one copy, as docs/scale/haproxy.cfg leads it. Else each account comes to all copies by turns. */
  readonly stays: boolean
  readonly one: number
  readonly two: number
  readonly four: number
}

/** A server, and the calls of the programs that come to it. */
type Called = (server: StartedServer, app: BenchApp, accounts: Part) => Subject

const CALLS: readonly (readonly [name: string, Called])[] = [
  ['mt5pulse', (server, { app }, accounts) => mt5Subject('mt5pulse', server, app, accounts)],
  ['nine pulses, a login', mixedSubject],
]

/** Each over a database of its own: a program that changes its copy costs more than one that stays. */
interface Sides {
  readonly lone: StartedCopies
  readonly two: StartedCopies
  readonly four: StartedCopies
}

/** @returns the medians of the rounds */
export async function measureHeldCopies(
  { lone, two: pair, four: copies }: Sides,
  core: number,
  context: PartContext,
): Promise<HeldRates[]> {
  const { pace, progress, print } = context
  // At a fifth of a core, what begins with the calls takes a second: the accounts' first pulses, memory that grows.
  const calm = { warmUpMs: pace.warmUpMs * 4, measureMs: pace.measureMs * 3 }
  const held: HeldProcess[] = []
  const loads: LoadProcess[] = copies.servers.map(() => startLoadProcess())
  try {
    await warmUp([lone, pair, copies], context)
    for (const { pid } of [lone, pair, copies].flatMap(({ servers }) => servers))
      held.push(holdProcess(pid, core))
    const rateOf = async (subjects: readonly Subject[], round: number) => {
      const throttled = held.map((one) => one.throttledSeconds())
      const measured = await Promise.all(
        subjects.map((subject, at) => {
          const load = loads[at]
          if (load === undefined) throw new Error(`no load process ${at}`)
          return load.measure({ ...sampleOf(subject, round * COPIES + at), ...CONNECTIONS, ...calm })
        }),
      )
      const waited = held.map((one, at) => one.throttledSeconds() - (throttled[at] ?? 0))
      print(
        `  ${subjects.length}: ${measured.map(describe).join(', ')}; throttled ${waited.map((s) => s.toFixed(1)).join(' ')} s`,
      )
      return measured.reduce((sum, one) => sum + throughput(one), 0)
    }
    const results: HeldRates[] = []
    const ways = [true, false].flatMap((stays) => CALLS.map(([name, called]) => ({ name, stays, called })))
    for (const { name, stays, called } of ways) {
      const subjectsOf = ({ servers, app }: StartedCopies) =>
        servers.map((server, at) =>
          called(server, ofCopy(app, at), stays ? partOf(at, servers.length) : ALL_ACCOUNTS),
        )
      const rounds: { one: number; two: number; four: number }[] = []
      for (let round = 0; round <= pace.samples; round++) {
        const who = stays ? 'programs stay' : 'by turns'
        progress(`${name}, ${who}, of 1, 2 and 4 copies at ${core} core, round ${round}/${pace.samples}`)
        const one = await rateOf(subjectsOf(lone), round)
        const two = (await rateOf(subjectsOf(pair), round)) / one
        const four = (await rateOf(subjectsOf(copies), round)) / one
        // The first round is for the compilers.
        if (round > 0) rounds.push({ one, two, four })
      }
      const middle = (of: 'one' | 'two' | 'four') => median(rounds.map((round) => round[of]))
      results.push({ name, stays, one: middle('one'), two: middle('two'), four: middle('four') })
    }
    return results
  } finally {
    for (const one of held) one.release()
    for (const load of loads) load.stop()
  }
}

/** The accounts whose programs come to one of several copies. */
function partOf(copy: number, count: number): Part {
  const accounts = ACCOUNTS / count
  return { from: copy * accounts, accounts }
}

/** Codes for one copy's callers: the logins of a code wait for each other, wherever they come. */
function ofCopy(app: BenchApp, copy: number): BenchApp {
  return { ...app, kamis: app.kamis.filter((_, at) => at % COPIES === copy) }
}

/** The compilers run while the copies are free: held, they would be what is measured. */
async function warmUp(sides: readonly StartedCopies[], { load, pace, progress }: PartContext): Promise<void> {
  for (const { servers, app } of sides)
    for (const [at, server] of servers.entries())
      for (const [name, called] of CALLS) {
        progress(`warms up with ${name}`)
        const sample = {
          ...sampleOf(called(server, ofCopy(app, at), ALL_ACCOUNTS), 0),
          ...CONNECTIONS,
          warmUpMs: 0,
        }
        await load.measure({ ...sample, measureMs: pace.measureMs * 2 })
      }
}

/** A copy that used less than its share waited for another process. */
function describe(measured: Measured): string {
  const { calls, seconds, serverSeconds = NaN, p99Ms } = measured
  const micros = ((serverSeconds / calls) * 1e6).toFixed(0)
  return `${(calls / seconds).toFixed(0)}/s at ${(serverSeconds / seconds).toFixed(2)} core, ${micros} us, p99 ${p99Ms.toFixed(0)} ms`
}
