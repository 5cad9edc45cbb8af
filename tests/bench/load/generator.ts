import { setTimeout as delay } from 'node:timers/promises'
import { machineSeconds, processorSecondsOf } from '../server/processor-time.ts'
import { quantile } from '../report/statistics.ts'
import { buildCalls } from './calls.ts'
import { startLoop } from './closed-loop.ts'
import type { Answer, Measured, Sample } from './protocol.ts'

/** Nothing here can make more calls a second than this; a pool for one sample is built for it. */
const MOST_CALLS_A_SECOND = 16_000

function readProcessors(pid: number) {
  const own = process.cpuUsage()
  return { server: processorSecondsOf(pid), machine: machineSeconds(), own: (own.user + own.system) / 1e6 }
}

async function takeSample(sample: Sample): Promise<Measured> {
  const { measureMs, warmUpMs, keepAlive } = sample
  const least = ((measureMs + warmUpMs) / 1000) * MOST_CALLS_A_SECOND
  const calls = buildCalls(sample.plan, least, `${sample.host}:${sample.port}`, keepAlive)
  const repeat = measureMs > 0 && sample.plan.kind !== 'kmlogon'
  const startedAt = performance.now()
  const loop = startLoop({ ...sample, calls, repeat })
  if (measureMs > 0) await delay(warmUpMs)
  loop.clear()
  const before = readProcessors(sample.pid)
  const measuredFrom = measureMs > 0 ? performance.now() : startedAt
  await (measureMs > 0 ? delay(measureMs) : loop.finished)
  const seconds = (performance.now() - measuredFrom) / 1000
  const after = readProcessors(sample.pid)
  if (measureMs > 0 && loop.ranDry()) throw new Error('the sample used up its calls')
  const latencies = loop.latencies.slice().sort((one, two) => one - two)
  await loop.drain()
  const spent = (of: 'server' | 'machine') => {
    const [from, to] = [before[of], after[of]]
    return from === undefined || to === undefined ? undefined : to - from
  }
  const [server, machine] = [spent('server'), spent('machine')]
  return {
    calls: latencies.length,
    seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    answered: loop.answered(),
    failures: Object.fromEntries(loop.failures),
    serverSeconds: server,
    generatorSeconds: after.own - before.own,
    foreignSeconds:
      server === undefined || machine === undefined ? undefined : machine - server - (after.own - before.own),
  }
}

process.on('message', (sample: Sample) => {
  takeSample(sample)
    .then(
      (measured): Answer => ({ measured }),
      (error: unknown): Answer => ({ failed: String(error) }),
    )
    .then((answer) => process.send?.(answer), console.error)
})
