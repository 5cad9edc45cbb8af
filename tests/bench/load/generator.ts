import { setTimeout as delay } from 'node:timers/promises'
import { machineSeconds, readProcessorTime } from '../server/processor-time.ts'
import { quantile } from '../report/statistics.ts'
import { buildCalls } from './calls.ts'
import { startLoop } from './closed-loop.ts'
import type { Answer, Measured, Sample } from './protocol.ts'

/** Calls that may not be repeated are built for this rate; when they run out, the sample ends earlier. */
const MOST_CALLS_A_SECOND = 40_000
const MOST_RSA_CALLS_A_SECOND = 4000

function readProcessors(pid: number) {
  const own = process.cpuUsage()
  return { server: readProcessorTime(pid), machine: machineSeconds(), own: (own.user + own.system) / 1e6 }
}

function spentBetween(before: ReturnType<typeof readProcessors>, after: ReturnType<typeof readProcessors>) {
  const generatorSeconds = after.own - before.own
  const unknown = { serverSeconds: undefined, loopSeconds: undefined, foreignSeconds: undefined }
  if (before.server === undefined || after.server === undefined) return { ...unknown, generatorSeconds }
  const serverSeconds = after.server.all - before.server.all
  const machine = (after.machine ?? NaN) - (before.machine ?? NaN)
  return {
    serverSeconds,
    loopSeconds: after.server.loop - before.server.loop,
    generatorSeconds,
    foreignSeconds: machine - serverSeconds - generatorSeconds,
  }
}

async function takeSample(sample: Sample): Promise<Measured> {
  const { measureMs, warmUpMs, keepAlive } = sample
  const isRsa = sample.plan.kind === 'kmlogon' && sample.plan.guard === 'rsa'
  const least = ((measureMs + warmUpMs) / 1000) * (isRsa ? MOST_RSA_CALLS_A_SECOND : MOST_CALLS_A_SECOND)
  const calls = buildCalls(sample.plan, least, `${sample.host}:${sample.port}`, keepAlive)
  const repeat = measureMs > 0 && sample.plan.kind !== 'kmlogon'
  const startedAt = performance.now()
  const loop = startLoop({ ...sample, calls, repeat, apart: sample.plan.way === 'POST in two packets' })
  if (measureMs > 0) await delay(warmUpMs)
  loop.clear()
  const before = readProcessors(sample.pid)
  const measuredFrom = measureMs > 0 ? performance.now() : startedAt
  await (measureMs > 0 ? Promise.race([delay(measureMs), loop.finished]) : loop.finished)
  const seconds = (performance.now() - measuredFrom) / 1000
  const after = readProcessors(sample.pid)
  const latencies = loop.latencies.slice().sort((one, two) => one - two)
  await loop.drain()
  return {
    calls: latencies.length,
    seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    answered: loop.answered(),
    failures: Object.fromEntries(loop.failures),
    ...spentBetween(before, after),
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
