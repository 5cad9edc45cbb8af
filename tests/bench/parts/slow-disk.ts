import { FaultyDisk } from '../../faults/disk/faulty-disk.ts'
import { createAccounts, createApp } from '../fixture.ts'
import { buildCalls } from '../load/calls.ts'
import { startLoop } from '../load/closed-loop.ts'
import type { Measured } from '../load/protocol.ts'
import { throughput } from '../measure.ts'
import { median } from '../report/statistics.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { ACCOUNTS, kmlogonSubject, mt5Subject, sampleOf } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

/** The time that a plain SSD takes for a flush, milliseconds. */
const FLUSH_MS = 5
const LOGIN_CONNECTIONS = 16
/** More than a round can use up. */
const LOGINS = 40_000

/** Pulses beside logins that are on disk before their answers, where the disk is slow. */
async function run({ load, pace, progress, print }: PartContext) {
  const disk = FaultyDisk.make()
  const server = await startServer(disk.folder, { env: disk.slowEnv(FLUSH_MS) })
  try {
    const session = await signIn(server.console)
    const app = await createApp(session, 'plain')
    await createAccounts(session, app.app, ACCOUNTS)
    session.close()
    const pulses = mt5Subject('mt5pulse', server, app.app)
    const logins = kmlogonSubject(server, app)
    const measure = (seed: number) =>
      load.measure({ ...sampleOf(pulses, seed), connections: 64, keepAlive: true, ...pace })
    await measure(1)
    const ratios: number[] = []
    for (let round = 0; round < pace.samples; round += 1) {
      progress(`pulses beside logins on a slow disk, round ${round + 1}/${pace.samples}`)
      const alone = await measure(10 + round)
      const { host, port, expect } = logins
      const calls = buildCalls(logins.plan(round), LOGINS, `${host}:${port}`, true)
      const loop = startLoop({
        host,
        port,
        expect,
        calls,
        connections: LOGIN_CONNECTIONS,
        keepAlive: true,
        repeat: false,
      })
      let beside: Measured
      try {
        beside = await measure(10 + round)
      } finally {
        await loop.drain()
      }
      if (loop.failures.size > 0) throw new Error(JSON.stringify([...loop.failures]))
      ratios.push(throughput(beside) / throughput(alone))
      const [one, other] = [alone, beside].map((found) => throughput(found).toFixed(0))
      print(`slow disk: ${one ?? ''} pulses/s alone, ${other ?? ''} beside ${loop.answered()} logins`)
    }
    return {
      results: [],
      goals: [
        {
          text: `mt5pulse beside durable logins / alone, calls/s, a flush takes ${FLUSH_MS} ms`,
          measured: median(ratios),
          bound: 0.8,
          kind: 'at least' as const,
        },
      ],
    }
  } finally {
    await server.stop()
    disk.remove()
  }
}

export const slowDiskPart: Part = { name: 'slow-disk', run }
