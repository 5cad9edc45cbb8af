import { setTimeout as pause } from 'node:timers/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createPostgresTelemetryStore } from '../../../src-server/store/postgres/telemetry/store.ts'
import type { WriteUnit } from '../../../src-server/store/store.ts'
import type { Fate, Late } from '../../support/postgres/cut-proxy.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'
import { appendPulses } from '../../support/telemetry/open-telemetry-store.ts'
import { plainPulse } from '../telemetry/plain-pulse.ts'
import {
  atStatement,
  leaveRow,
  openBehindProxy,
  rowsByNumber,
  troubleOf,
  type BehindProxy,
} from './behind-proxy.ts'

const WORKER = pathToFileURL(
  resolve(import.meta.dirname, '../../../src-server/store/postgres/telemetry/worker.ts'),
)
const NOW = 1_700_000_000
/** BEGIN, a look, a new row, the deletion of old rows, and COMMIT. */
const STATEMENTS = 5
/** A caller waits so long for its answer, milliseconds. */
const PATIENCE_MS = 5000
/** A busy machine takes so much longer, milliseconds. */
const BUSY_MS = 1500
/** More than each limit: the database cuts off a transaction that stands still, a caller gives up, and a connection counts as dead. */
const DELAYS_MS = [2500, 4500, 6500, 10_500]

const CASES = DELAYS_MS.flatMap((ms) =>
  (['question', 'answer'] as const).flatMap((late) =>
    (['desk', 'row'] as const).map((lane) => ({ late, ms, lane })),
  ),
)

async function closing(work: (open: BehindProxy) => Promise<void>): Promise<void> {
  const open = await openBehindProxy()
  try {
    await work(open)
  } finally {
    await open.close()
  }
}

/** Delays each statement of a unit in turn, while the other copy writes the same row and rows of its own. */
async function delayEach({ late, ms, lane }: Late & { readonly lane: 'desk' | 'row' }): Promise<void> {
  const options = lane === 'row' ? ({ durable: true, lane } as const) : { durable: true }
  await closing(async (open) => {
    for (let place = 0; place < STATEMENTS; place++) {
      const what = `${late} ${place} of the ${lane} lane, ${ms} ms late`
      const [delayed, behind, others, after] = [1, 2, 3, 4].map((n) => place * 10 + n) as [
        number,
        number,
        number,
        number,
      ]
      const effects: number[] = []
      const unitOf = (number: number) => async (unit: WriteUnit) => {
        await unit.meta.set('common', String(number))
        await leaveRow(unit, number)
        unit.afterCommit(() => effects.push(number))
      }
      const timed = async (store: BehindProxy['store'], number: number) => {
        const begun = performance.now()
        const trouble = await store.write(unitOf(number), options).then(() => 'done', troubleOf)
        return { trouble, ms: performance.now() - begun }
      }
      const hasCome = atStatement(open.proxy, place, { late, ms })
      const first = timed(open.store, delayed)
      await pause(100)
      const [own, other] = await Promise.all([timed(open.store, behind), timed(open.other, others)])
      const { trouble } = await first
      expect(hasCome(), what).toBe(true)
      open.proxy.decide = () => 'pass'
      // The copy goes on by itself, and what is late has arrived by then.
      await pause(ms > PATIENCE_MS ? ms - PATIENCE_MS : 0)
      const recovered = await timed(open.store, after)
      const rows = await rowsByNumber(open)
      expect(recovered, what).toMatchObject({ trouble: 'done' })
      for (const [number, told] of [
        [delayed, trouble],
        [behind, own.trouble],
        [others, other.trouble],
      ] as const) {
        const times = rows.get(number) ?? 0
        expect(['done', 'away'], what).toContain(told)
        if (told === 'done') expect(times, what).toBe(1)
        // A confirmation that was late says nothing: memory follows what is stored.
        else expect(times, what).toBeLessThanOrEqual(late === 'answer' && place === STATEMENTS - 1 ? 1 : 0)
        expect(
          effects.filter((one) => one === number),
          what,
        ).toHaveLength(times)
      }
      expect(other, what).toMatchObject({ trouble: 'done' })
      expect(other.ms, what).toBeLessThan(PATIENCE_MS)
      expect(own.ms, what).toBeLessThan(PATIENCE_MS + BUSY_MS)
    }
  })
}

it('a statement or an answer that is late doubles nothing, and holds up nobody for longer than the limits', async () => {
  const results = await Promise.allSettled(CASES.map(delayEach))
  const failed = results.filter((one) => one.status === 'rejected').map(({ reason }) => reason as Error)
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join('\n'))
})

it.each(['desk', 'row'] as const)(
  'a silent connection of the %s lane is given up while others answer, and no caller hears of it',
  async (lane) => {
    await closing(async (open) => {
      const { store, proxy } = open
      const options = lane === 'row' ? ({ durable: true, lane } as const) : { durable: true }
      let [isOver, hangs] = [false, false]
      proxy.decide = ({ text }) => {
        if (hangs || !text.includes('INTO risk_events')) return 'pass'
        hangs = true
        return 'hang'
      }
      const reading = (async () => {
        while (!isOver) await store.read((unit) => unit.meta.find('none'))
      })()
      const numbers = [1, 2, 3]
      await Promise.all(
        numbers.map(async (number) => {
          await pause(number * 50)
          await store.write((unit) => leaveRow(unit, number), options)
        }),
      )
      isOver = true
      await reading
      expect([...(await rowsByNumber(open))].sort(([a], [b]) => a - b)).toEqual(
        numbers.map((number) => [number, 1]),
      )
    })
  },
)

it('a silent connection of a read is given up', async () => {
  await closing(async ({ store, proxy }) => {
    let hangs = false
    proxy.decide = ({ type }) => {
      if (hangs || type !== 'B') return 'pass'
      hangs = true
      return 'hang'
    }
    for (const single of [true, false]) {
      hangs = false
      const begun = performance.now()
      expect(await store.read((unit) => unit.meta.find('none'), { single })).toBeUndefined()
      expect(performance.now() - begun).toBeLessThan(PATIENCE_MS)
    }
  })
})

it('a long statement is not given up', async () => {
  await closing(async (open) => {
    const { store } = open
    await open.ask(
      `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$`,
    )
    await open.ask(`CREATE TRIGGER slow BEFORE INSERT ON risk_events FOR EACH ROW EXECUTE FUNCTION slow()`)
    let runs = 0
    await store.write(
      async (unit) => {
        runs++
        await leaveRow(unit, 1)
      },
      { durable: true },
    )
    expect(runs).toBe(1)
  })
})

const ACCOUNT = 7
/** BEGIN, two locks, looks, the row, and COMMIT. Work in the background takes a turn now and then. */
const OF_A_BATCH = 8

/** Stores a batch of pulses for each of its statements, which gets no answer in time. @returns the slowest, milliseconds */
async function storePulses(open: BehindProxy, fate: Fate): Promise<number> {
  const { proxy, url } = open
  const store = createPostgresTelemetryStore(
    { url: proxy.url(/test_[0-9a-f]+/.exec(url)?.[0] ?? '') },
    {
      ...{ worker: WORKER, log: QUIET_LOG, clock: new ManualClock(NOW) },
      ...{ utcOffset: () => 0, renewed: () => undefined },
    },
  )
  const times: number[] = []
  for (let place = 0; place <= OF_A_BATCH; place++) {
    // The first batch finds out who the accounts are.
    if (place > 0) atStatement(proxy, place - 1, fate)
    const begun = performance.now()
    await appendPulses(store, [plainPulse(ACCOUNT, NOW + place)])
    times.push(performance.now() - begun)
    proxy.decide = () => 'pass'
  }
  const [row] = await open.ask<{ version: number }>(
    `SELECT version FROM telemetry.latest WHERE device_id = ${ACCOUNT}`,
  )
  expect(row?.version).toBe(times.length)
  await store.close()
  return Math.max(...times)
}

it('a batch of pulses is stored once, and soon, whichever of its statements gets no answer in time', async () => {
  const slowest = await Promise.all(
    (['hang', { late: 'question', ms: 6500 }, { late: 'answer', ms: 6500 }] as const).map(async (fate) => {
      let ms = NaN
      await closing(async (open) => {
        ms = await storePulses(open, fate)
      })
      return ms
    }),
  )
  expect(Math.max(...slowest)).toBeLessThan(PATIENCE_MS + BUSY_MS)
})
