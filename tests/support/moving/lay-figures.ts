import { noSums } from '../../../src-server/domain/fleet/fleet-group.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { plainPulse } from '../../contract/telemetry/plain-pulse.ts'
import { appendPulses } from '../telemetry/open-telemetry-store.ts'

const DAY = 86_400
const HOUR = 3600
/** The accounts with figures: in two pages, and far from each other. */
export const ACCOUNTS = [1, 2, 127, 128, 5000] as const

/**
 * Plays pulses of some weeks, so that each length of steps, ended days, running ones and minutes that wait are there.
 * @param begin Unix seconds
 * @returns the last moment, Unix seconds
 */
export async function layFigures(store: TelemetryStore, begin: number): Promise<number> {
  const moments = [
    ...Array.from({ length: 40 }, (_, at) => begin + at * 12 * HOUR),
    ...Array.from({ length: 120 }, (_, at) => begin + 20 * DAY + at * 197),
  ]
  for (const [index, at] of moments.entries())
    await appendPulses(
      store,
      ACCOUNTS.filter((id) => index % 3 !== id % 3).map((id) =>
        plainPulse(id, at, {
          ...{ equity: 1000 + ((index * id) % 37) / 3, balance: index % 50 === 0 ? 1500.25 : 1000 },
          ...{ dd: index % 7, positions: id === 2 ? NaN : index % 4, symbol: `符号 ${id}` },
        }),
      ),
    )
  const last = moments.at(-1) ?? begin
  const texts = { markcode: 'PC-1\t', ip: '192.0.2.1', by: '', detail: '中文\\' }
  await new Promise<void>((done) => {
    store.appendCodeEvents(
      [1, 2, 1].map((codeId, at) => ({
        codeId,
        since: last,
        at: last + at,
        times: 2,
        kind: 'login',
        ...texts,
      })),
      done,
    )
  })
  store.appendFleet({ at: last, groups: [{ app: 1, agent: 0, currency: 'USD', ...noSums() }] })
  return last
}

/** Everything that can be asked of the figures. */
export async function askFigures(store: TelemetryStore, from: number, to: number): Promise<unknown> {
  const span = { from, to }
  const latest = []
  for await (const { pulses } of store.latest()) latest.push(...pulses)
  const period = await store.period(span)
  const order = [...period.ids.keys()].sort((a, b) => (period.ids[a] ?? 0) - (period.ids[b] ?? 0))
  const columns = Object.entries(period).map(
    ([name, column]: [string, Int32Array | Float64Array]) => [name, order.map((at) => column[at])] as const,
  )
  const history = (length: number, points: number) =>
    Promise.all(ACCOUNTS.map((deviceId) => store.history({ deviceId, from: to - length, to, points })))
  return {
    latest: latest.sort((a, b) => a.deviceId - b.deviceId),
    days: await Promise.all(ACCOUNTS.map((deviceId) => store.days({ ...span, deviceId }))),
    period: Object.fromEntries(columns),
    fleet: await store.fleetDays({ ...span, groups: new Int32Array(6000).fill(2) }),
    minutes: await history(1.9 * DAY, 3000),
    tenMinutes: await history(20 * DAY, 3000),
    hours: await history(40 * DAY, 3000),
    allDays: await history(400 * DAY, 500),
    trends: [...(await store.trends({ ids: [1, 2, 77], from: to - DAY, to, points: 10 }))],
    events: [await store.codeEvents(1), await store.codeEvents(2)],
    ends: await store.fleetEnds({ apps: [1], ends: [to + HOUR] }),
    curve: await store.fleetCurve({ apps: [1], from: to - HOUR, to: to + HOUR, points: 9 }),
  }
}
