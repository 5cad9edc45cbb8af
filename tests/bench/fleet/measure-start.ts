import { setTimeout as delay } from 'node:timers/promises'
import { percentLoaded } from '../../support/until-loaded.ts'
import { openConnection } from '../../simulator/wire/connection.ts'
import { accountKeyOf } from '../load/calls.ts'
import { quantile } from '../report/statistics.ts'
import { readProcessorTime } from '../server/processor-time.ts'
import { startServer, type StartedServer } from '../server/start-server.ts'

export interface MeasuredStart {
  readonly server: StartedServer
  /** From the start of the process, seconds. */
  readonly firstAnswer: number
  readonly loaded: number
  /** The processor time of the event loop until everything is loaded, seconds: a busy machine adds less to it. */
  readonly loopSeconds: number
  /** Calls while it loads, one after the other, milliseconds. */
  readonly p50: number
  readonly worst: number
}

/** Starts a server on a fleet and calls it while it loads. */
export async function measureStart(folder: string, app: number, accounts: number): Promise<MeasuredStart> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const server = await startServer(folder, { awaitsLoad: false })
  const connection = openConnection(server.public, true)
  const times: number[] = []
  let firstAnswer: number | undefined
  let isLoaded = false
  const ask = async (): Promise<void> => {
    for (let serial = 0; !isLoaded; serial++) {
      const sent = performance.now()
      const key = accountKeyOf((serial * 7919) % accounts)
      const body = `account_key=${encodeURIComponent(key)}&equity=1&balance=1&positions=0`
      const { text } = await connection.send({
        method: 'POST',
        path: `/api.php?api=mt5pulse&app=${app}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(body),
      })
      if (!text.startsWith('{"code":200')) throw new Error(`a loading server answered ${text}`)
      firstAnswer ??= seconds()
      times.push(performance.now() - sent)
      await delay(1)
    }
  }
  const asking = ask()
  while ((await percentLoaded(server.console)) < 100) await Promise.race([delay(20), asking])
  const loaded = seconds()
  const loopSeconds = readProcessorTime(server.pid)?.loop ?? NaN
  isLoaded = true
  await asking
  connection.close()
  times.sort((one, other) => one - other)
  return {
    server,
    firstAnswer: firstAnswer ?? NaN,
    loaded,
    loopSeconds,
    p50: quantile(times, 0.5),
    worst: times.at(-1) ?? NaN,
  }
}
