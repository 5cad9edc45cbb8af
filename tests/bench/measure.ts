import { setTimeout as delay } from 'node:timers/promises'
import type { LoadProcess } from './load/load-process.ts'
import type { Measured } from './load/protocol.ts'
import { median } from './report/statistics.ts'
import { readProcessorTime } from './server/processor-time.ts'
import type { Circumstances, Subject } from './subjects.ts'
import { sampleOf } from './subjects.ts'

export interface Pace {
  readonly samples: number
  readonly warmUpMs: number
  readonly measureMs: number
}

/** Medians of a subject's samples under one set of circumstances. */
export interface Result extends Circumstances {
  readonly name: string
  readonly callsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the measured process, microseconds a call; undefined without /proc. */
  readonly microsPerCall: number | undefined
  /** The same of its event loop alone, in the cheapest sample: a busy machine can only add. */
  readonly leastLoopMicros: number | undefined
  readonly generatorCores: number
  /** Cores that the rest of the machine used: how disturbed the samples were. */
  readonly foreignCores: number | undefined
  readonly samples: readonly Measured[]
}

const QUIET_POLL_MS = 100
/** Of processor time in one poll. */
const QUIET_SECONDS = 0.005
const QUIET_POLLS_AT_MOST = 50

/** A server writes behind its answers: the next sample waits until the last one's writes are over. */
async function waitUntilQuiet(pid: number): Promise<void> {
  let before = readProcessorTime(pid)?.all
  for (let poll = 0; poll < QUIET_POLLS_AT_MOST && before !== undefined; poll += 1) {
    await delay(QUIET_POLL_MS)
    const after = readProcessorTime(pid)?.all
    if (after === undefined || after - before <= QUIET_SECONDS) return
    before = after
  }
}

function optionalMedian(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? median(known) : undefined
}

function summarise(name: string, circumstances: Circumstances, samples: readonly Measured[]): Result {
  const per = (value: number | undefined, by: number) => (value === undefined ? undefined : value / by)
  const micros = samples.map((one) => per(one.serverSeconds, one.calls / 1e6))
  const loop = samples.map((one) => per(one.loopSeconds, one.calls / 1e6))
  return {
    name,
    ...circumstances,
    callsPerSecond: median(samples.map(({ calls, seconds }) => calls / seconds)),
    p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
    microsPerCall: optionalMedian(micros),
    leastLoopMicros: loop.includes(undefined) ? undefined : Math.min(...loop.map((one) => one ?? NaN)),
    generatorCores: median(samples.map((one) => one.generatorSeconds / one.seconds)),
    foreignCores: optionalMedian(samples.map((one) => per(one.foreignSeconds, one.seconds))),
    samples,
  }
}

/** Interleaved: each round measures every subject once, so that a disturbance affects all of them. */
export async function measureAll(
  load: LoadProcess,
  subjects: readonly Subject[],
  circumstances: Circumstances,
  pace: Pace,
  progress: (text: string) => void,
): Promise<Result[]> {
  const taken = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]))
  for (let round = 0; round < pace.samples; round += 1) {
    for (const [subject, samples] of taken) {
      progress(
        `${subject.name}, ${circumstances.connections} connections, round ${round + 1}/${pace.samples}`,
      )
      const { warmUpMs, measureMs } = pace
      const at = subject.circumstances ?? circumstances
      const seed = circumstances.connections * 100 + (circumstances.keepAlive ? 50 : 0) + round
      samples.push(await load.measure({ ...sampleOf(subject, seed), ...at, warmUpMs, measureMs }))
      await waitUntilQuiet(subject.pid)
    }
  }
  return [...taken].map(([subject, samples]) =>
    summarise(subject.name, subject.circumstances ?? circumstances, samples),
  )
}

/** A figure of a sample. Undefined where the machine does not tell it. */
type Figure = (measured: Measured) => number | undefined

/** The median of the rounds' own ratios: a disturbance in a round affects both of its samples. NaN without a result. */
export function ratio(one: Result | undefined, other: Result | undefined, of: Figure): number {
  if (one === undefined || other === undefined) return NaN
  const pairs = one.samples.map((sample, round) => {
    const reference = other.samples[round]
    return (of(sample) ?? NaN) / ((reference === undefined ? undefined : of(reference)) ?? NaN)
  })
  return median(pairs)
}

/** The ratio of two of the results, by their names. */
export function ratioIn(results: readonly Result[], name: string, other: string, of: Figure): number {
  const find = (wanted: string) => results.find((one) => one.name === wanted)
  return ratio(find(name), find(other), of)
}

export const throughput = ({ calls, seconds }: Measured) => calls / seconds
export const tail = ({ p99Ms }: Measured) => p99Ms
export const loopPerCall = ({ loopSeconds, calls }: Measured) =>
  loopSeconds === undefined ? undefined : loopSeconds / calls
export const processorPerCall = ({ serverSeconds, calls }: Measured) =>
  serverSeconds === undefined ? undefined : serverSeconds / calls
