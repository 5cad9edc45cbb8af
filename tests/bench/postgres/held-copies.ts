import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createAccounts, createApp } from '../fixture.ts'
import { startLoadProcess, type LoadProcess } from '../load/load-process.ts'
import type { PartContext } from '../parts/part.ts'
import { median } from '../report/statistics.ts'
import { signIn } from '../server/console-session.ts'
import { readProcessorTime } from '../server/processor-time.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'
import { ACCOUNTS, mt5Subject, sampleOf } from '../subjects.ts'

const COPIES = 4
/** The part of a core that each copy may use. */
const CORE = 0.2
/** The time between two looks at a copy's use, milliseconds. */
const LOOK_MS = 10
/** A copy that used little may make up for so much, seconds of processor time. */
const MOST_SAVED = 0.02

/** Pulses a second of copies over one database, each held to a part of a core, as multiples of one copy's. */
export interface HeldCopies {
  readonly two: number
  readonly four: number
}

/** @returns the medians of the rounds' ratios */
export async function measureHeldCopies(url: string, context: PartContext): Promise<HeldCopies> {
  const { makeDataDir, pace, progress } = context
  const start = () => {
    const folder = join(makeDataDir(), 'data')
    mkdirSync(folder)
    return startServer(folder, { env: { PULSEKEY_STORE: url } })
  }
  const copies: StartedServer[] = []
  const loads: LoadProcess[] = []
  const ends: (() => void)[] = []
  try {
    const first = await start()
    copies.push(first)
    const session = await signIn(first.console)
    const { app } = await createApp(session, 'plain')
    await createAccounts(session, app, ACCOUNTS)
    session.close()
    while (copies.length < COPIES) copies.push(await start())
    for (const { pid } of copies) ends.push(hold(pid))
    for (const _ of copies) loads.push(startLoadProcess())
    const pulsesOf = async (count: number, round: number) => {
      progress(`mt5pulse of ${count} copies at ${CORE} core, round ${round}`)
      const measured = await Promise.all(
        loads.slice(0, count).map((load, at) => {
          const subject = mt5Subject('mt5pulse', copies[at] ?? first, app)
          return load.measure({
            ...sampleOf(subject, round * COPIES + at),
            connections: 16,
            keepAlive: true,
            warmUpMs: pace.warmUpMs,
            measureMs: pace.measureMs,
          })
        }),
      )
      return measured.reduce((sum, { calls, seconds }) => sum + calls / seconds, 0)
    }
    await pulsesOf(COPIES, 0)
    const [two, four]: [number[], number[]] = [[], []]
    for (let round = 1; round <= pace.samples; round++) {
      const one = await pulsesOf(1, round)
      two.push((await pulsesOf(2, round)) / one)
      four.push((await pulsesOf(COPIES, round)) / one)
    }
    return { two: median(two), four: median(four) }
  } finally {
    for (const end of ends) end()
    for (const load of loads) load.stop()
    for (const copy of copies) await copy.stop()
  }
}

/** Stops a process whenever it has used more than its part of a core. @returns lets it run freely */
function hold(pid: number): () => void {
  const used = () => readProcessorTime(pid)?.all ?? 0
  let allowed = used()
  let lookedAt = performance.now()
  let isStopped = false
  const turn = setInterval(() => {
    const now = performance.now()
    const spent = used()
    allowed = Math.min(allowed + ((now - lookedAt) / 1000) * CORE, spent + MOST_SAVED)
    lookedAt = now
    const isOver = spent > allowed
    if (isOver !== isStopped) process.kill(pid, isOver ? 'SIGSTOP' : 'SIGCONT')
    isStopped = isOver
  }, LOOK_MS)
  return () => {
    clearInterval(turn)
    process.kill(pid, 'SIGCONT')
  }
}
