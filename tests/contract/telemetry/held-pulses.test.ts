import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { PulseBatch } from '../../../src-server/store/pulse-batch.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { appendPulses, latestPulses } from '../../support/telemetry/open-telemetry-store.ts'
import { makeTelemetryPlace, type TelemetryPlace } from './open-telemetry.ts'
import { plainPulse } from './plain-pulse.ts'

/** A midnight, UTC. */
const NOW = 1_699_920_000
const FLEET = 100_000
/** The accounts of the fleet pulsed last an hour ago. */
const BEFORE = -3600
const LONG = 30_000

let place: TelemetryPlace
let admin: pg.Client
/** Two accounts that no other test has. */
let one = -1
let two = 0
beforeAll(async () => {
  place = await makeTelemetryPlace('PostgreSQL', () => 0)
  admin = new pg.Client(place.url)
  await admin.connect()
  const store = await place.open(NOW)
  await appendPulses(store, [pulse(1, BEFORE)])
  await store.close()
  await admin.query(
    'INSERT INTO telemetry.latest SELECT n, at, 1, 0, state FROM telemetry.latest, generate_series(2, $1::int) AS n',
    [FLEET],
  )
}, LONG)
beforeEach(() => {
  ;[one, two] = [one + 2, two + 2]
})
afterAll(async () => {
  await admin.end()
  await place.remove()
  expect(place.errors).toEqual([])
})

const figures = { balance: 1000, positions: 2, buyPos: 2, marginLevel: 500 }
/** A pulse of an account some seconds after the midnight. It differs from the one before in open profit. */
function pulse(deviceId: number, n: number, given: Partial<LatestPulse> = {}): LatestPulse {
  const equity = 1000 + Math.max(n, 0)
  return plainPulse(deviceId, NOW + n, { ...figures, equity, floatPnl: equity - 1000, ...given })
}

/** The stored times of the test's accounts, and how often their rows were written. */
async function stored(): Promise<{ at: number[]; writes: number[] }> {
  const { rows } = await admin.query<{ at: string; version: string }>(
    'SELECT at - $1 AS at, version FROM telemetry.latest WHERE device_id = ANY($2) ORDER BY device_id',
    [NOW, [one, two]],
  )
  return { at: rows.map((row) => Number(row.at)), writes: rows.map((row) => Number(row.version)) }
}

/** The minutes of an account: the start, and the last, the lowest and the highest equity. */
async function minutes(store: TelemetryStore, deviceId: number): Promise<unknown[]> {
  const { points } = await store.history({ deviceId, from: NOW, to: NOW + 600, points: 100 })
  return points.map((point) => [point.at - NOW, point.equity, point.equityMin, point.equityMax])
}

it('with fewer accounts each batch is stored when it comes', async () => {
  const { rows } = await admin.query('DELETE FROM telemetry.latest WHERE device_id = $1 RETURNING *', [FLEET])
  const store = await place.open(NOW)
  for (let n = 1; n <= 4; n++) await appendPulses(store, [pulse(one, n)])
  expect((await stored()).at).toEqual([4, BEFORE])
  await store.close()
  const [last] = rows as [{ at: string; version: string; writer: string; state: Buffer }]
  await admin.query('INSERT INTO telemetry.latest VALUES ($1, $2, $3, $4, $5)', [
    FLEET,
    last.at,
    last.version,
    last.writer,
    last.state,
  ])
})

it(
  'a plain pulse waits up to five seconds after the last write of its account',
  { timeout: LONG },
  async () => {
    const store = await place.open(NOW)
    for (let n = 1; n <= 4; n++) await appendPulses(store, [pulse(one, n), pulse(two, n)])
    expect(await stored()).toEqual({ at: [1, 1], writes: [2, 2] })
    // Nobody pulses any more.
    await expect.poll(stored, { timeout: LONG }).toEqual({ at: [4, 4], writes: [3, 3] })
    await store.close()
  },
)

it.each([
  ['money moved or a position was closed', { balance: 1500 }],
  ['a position was opened', { positions: 3, buyPos: 3 }],
  ['the drawdown is much deeper than before on that day', { equity: 700 }],
  ['the margin level is much lower than before on that day', { marginLevel: 200 }],
  ['a program names itself', { program: { currency: 'USD', version: '1', magic: '7', accountName: 'A' } }],
])('a pulse is stored at once, with those before it, where %s', async (_, given) => {
  const store = await place.open(NOW)
  for (let n = 1; n <= 3; n++) await appendPulses(store, [pulse(one, n), pulse(two, n)])
  const batch = new PulseBatch()
  for (const last of [pulse(one, 4, given), pulse(two, 4)]) batch.add(last, true)
  await new Promise<void>((done) => {
    store.append(batch, done)
  })
  expect(await stored()).toEqual({ at: [4, 1], writes: [3, 2] })
  await store.close()
})

it('the history of an account shows pulses that wait, and a closed store has held back none', async () => {
  const store = await place.open(NOW)
  for (let n = 1; n <= 70; n += 23)
    await appendPulses(store, [pulse(one, n), pulse(two, n), pulse(two, n + 1)])
  expect(await minutes(store, one)).toEqual([
    [0, 1047, 1001, 1047],
    [60, 1070, 1070, 1070],
  ])
  expect((await stored()).at).toEqual([70, 2])
  await store.close()
  expect((await stored()).at).toEqual([70, 71])
  const again = await place.open(NOW + 80)
  expect(await minutes(again, two)).toEqual([
    [0, 1048, 1001, 1048],
    [60, 1071, 1070, 1071],
  ])
  await again.close()
})

it('two copies that hear an account by turns hold none of its pulses, and have all its minutes and money', async () => {
  const copies = [await place.open(NOW), await place.open(NOW)] as const
  const last = 130
  const at = (n: number) => (n < 3 ? 1000 : 1500 + Math.floor(n / 40) * 500)
  const equity = (n: number) => at(n) + (n % 7)
  for (let n = 1; n <= last; n++) {
    await appendPulses(copies[n % 2 === 0 ? 0 : 1], [pulse(one, n, { balance: at(n), equity: equity(n) })])
    if (n > 3) expect((await stored()).at[0]).toBe(n)
  }
  expect(await minutes(copies[0], one)).toEqual(
    [0, 60, 120].map((from) => {
      const all = Array.from({ length: 60 }, (_, n) => from + n).filter((n) => n > 0 && n <= last)
      const equities = all.map(equity)
      return [from, equities.at(-1), Math.min(...equities), Math.max(...equities)]
    }),
  )
  const [day] = await copies[1].days({ deviceId: one, from: NOW, to: NOW })
  expect([day?.deposits, day?.withdrawals]).toEqual([at(last) - 1000, 0])
  for (const copy of copies) await copy.close()
})

it('a copy that is killed loses plain pulses, and none that messages, commands or results rely on', async () => {
  const copy = fork(join(import.meta.dirname, 'telemetry-copy.ts'), [place.url ?? '', String(NOW)])
  await append(copy, [pulse(one, 1), pulse(two, 1)])
  await append(copy, [pulse(one, 2), pulse(two, 2, { balance: 400, equity: 402 })])
  await append(copy, [pulse(one, 3), pulse(two, 3, { balance: 400, equity: 403 })])
  const ended = once(copy, 'exit')
  copy.kill('SIGKILL')
  await ended
  const store = await place.open(NOW + 10)
  const latest = await latestPulses(store)
  expect(latest).toHaveLength(FLEET)
  const found = latest.filter(({ deviceId }) => deviceId === one || deviceId === two)
  expect(found.map((last) => [last.at - NOW, last.balance])).toEqual([
    [1, 1000],
    [2, 400],
  ])
  // The next copy goes on from what is stored: money counts once.
  await appendPulses(store, [pulse(two, 20, { balance: 400, equity: 420 })])
  const [day] = await store.days({ deviceId: two, from: NOW, to: NOW })
  expect([day?.withdrawals, day?.equity]).toEqual([600, 420])
  await store.close()
})

async function append(copy: ChildProcess, pulses: readonly LatestPulse[]): Promise<void> {
  const appended = once(copy, 'message')
  copy.send([...pulses])
  await appended
}
