import { createAccounts, createApp } from '../fixture.ts'
import type { Result } from '../measure.ts'
import { measureAll, ratio, throughput } from '../measure.ts'
import { describeResults } from '../report/table.ts'
import { signIn } from '../server/console-session.ts'
import { startServer } from '../server/start-server.ts'
import { ACCOUNTS, mt5Subject } from '../subjects.ts'
import type { Part, PartContext } from './part.ts'

const VIEWERS = [0, 1, 10]

/** Pulses at full speed while zero, one or ten consoles watch all of them live. */
async function run({ load, pace, progress, print, makeDataDir }: PartContext) {
  const server = await startServer(makeDataDir())
  try {
    const session = await signIn(server.console)
    const { app } = await createApp(session, 'plain')
    await createAccounts(session, app, ACCOUNTS)
    const circumstances = { connections: 64, keepAlive: true }
    const results: Result[] = []
    const subjectAt = (viewers: number) =>
      mt5Subject('mt5pulse', server, app, { name: `mt5pulse, ${viewers} viewers` })
    await measureAll(load, [subjectAt(0)], circumstances, { ...pace, samples: 1 }, progress)
    const streams: { close(): void }[] = []
    let bytes = 0
    for (const viewers of VIEWERS) {
      while (streams.length < viewers) {
        streams.push(
          await session.watch((piece) => {
            bytes += piece.length
          }),
        )
      }
      bytes = 0
      const startedAt = performance.now()
      results.push(...(await measureAll(load, [subjectAt(viewers)], circumstances, pace, progress)))
      const seconds = (performance.now() - startedAt) / 1000
      progress(`${viewers} viewers read ${(bytes / seconds / 1e6).toFixed(2)} MB/s`)
      if (viewers > 0 && bytes === 0) throw new Error('the live stream was silent')
    }
    for (const stream of streams) stream.close()
    session.close()
    print('\nThe live stream beside the pulses, 64 connections, keep-alive')
    print(describeResults(results))
    const [alone, ...watched] = results
    for (const one of alone === undefined ? [] : watched) {
      if (alone !== undefined)
        print(`${one.name}: ${ratio(one, alone, throughput).toFixed(2)} of none watching`)
    }
    return { results, goals: [] }
  } finally {
    await server.stop()
  }
}

export const fanOutPart: Part = { name: 'fan-out', run }
