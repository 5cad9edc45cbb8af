import { setTimeout as delay } from 'node:timers/promises'
import type { PartContext } from '../parts/part.ts'
import { median } from '../report/statistics.ts'
import { readProcessorTime } from '../server/processor-time.ts'
import { mt5Subject, sampleOf } from '../subjects.ts'
import type { StartedCopies } from './start-copies.ts'

const RATE = 10_000
const CONNECTIONS = { connections: 32, keepAlive: true, callsPerSecond: RATE }
/** Frames go out four times a second: this many milliseconds later the last one was heard. */
const AFTER_MS = 1000

/**
 * Processor time of the event loop that a pulse of another copy costs, beyond that of a copy that hears nothing,
 * microseconds. The steward's telemetry thread has work of its own with the figures of all copies.
 */
export interface HearingCost {
  /** The copy that judges accounts and sends alerts. */
  readonly steward: number
  readonly other: number
}

/** Pulses come to the second copy, from PostgreSQL to the first and the third, which have all that a live copy has. */
export async function measureHearing(
  { servers, app }: StartedCopies,
  { load, pace, progress, print }: PartContext,
): Promise<HearingCost> {
  const [steward, caller, other] = servers
  if (caller === undefined || other === undefined) throw new Error('three copies are needed')
  const measureMs = Math.max(pace.measureMs, AFTER_MS) * 2
  const spent = async (work: () => Promise<unknown>) => {
    const now = () => [steward, other].map(({ pid }) => readProcessorTime(pid)?.loop ?? NaN)
    const [before, began] = [now(), performance.now()]
    await work()
    await delay(AFTER_MS)
    const seconds = (performance.now() - began) / 1000
    return { seconds, used: now().map((all, at) => all - (before[at] ?? NaN)) }
  }
  const costs: HearingCost[] = []
  for (let round = 0; round <= pace.samples; round++) {
    progress(`pulses of another copy, round ${round}/${pace.samples}`)
    const idle = await spent(() => delay(measureMs))
    let pulses = 0
    const heard = await spent(async () => {
      const sample = { ...sampleOf(mt5Subject('mt5pulse', caller, app.app), round), ...CONNECTIONS }
      pulses = (await load.measure({ ...sample, warmUpMs: 0, measureMs })).answered
    })
    const micros = heard.used.map(
      (used, at) => ((used - ((idle.used[at] ?? NaN) / idle.seconds) * heard.seconds) / pulses) * 1e6,
    )
    const idleMs = idle.used.map((used) => ((used / idle.seconds) * 1000).toFixed(1))
    print(
      `  ${micros.map((one) => one.toFixed(2)).join(' and ')} us; ${idleMs.join(' and ')} ms a second without pulses`,
    )
    // The first round is for the compilers.
    if (round > 0) costs.push({ steward: micros[0] ?? NaN, other: micros[1] ?? NaN })
  }
  return {
    steward: median(costs.map((cost) => cost.steward)),
    other: median(costs.map((cost) => cost.other)),
  }
}
