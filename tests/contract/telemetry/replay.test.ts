import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { createRandom } from '../../simulator/random.ts'
import { SEED } from '../../support/seed.ts'
import { DaysModel, figuresOf, profitOf } from '../../support/telemetry/days-model.ts'
import { appendPulses, latestPulses } from '../../support/telemetry/open-telemetry-store.ts'
import { PulseWorld } from '../../support/telemetry/pulse-world.ts'
import { makeTelemetryPlace, type TelemetryPlace } from './open-telemetry.ts'

const DAY = 86_400
/** A midnight in Shanghai. */
const BEGIN = 1_699_977_600
const OFFSET = 480
const IDS = [1, 2, 3, 40, 700, 1025]
const END = BEGIN + 5 * DAY + 12_345

const close = (value: number | null) => (value === null ? null : (expect.closeTo(value, 5) as number))

/** A stream of pulses over five days, with a restart in the middle of the third day. Copies take its batches in turn. */
describe.each([
  ['SQLite', 1],
  ['PostgreSQL', 1],
  ['PostgreSQL', 2],
] as const)('a replay on %s with %d copies', (engine, copies) => {
  let place: TelemetryPlace
  let store: TelemetryStore
  let stores: TelemetryStore[]
  let model: DaysModel

  beforeAll(async () => {
    place = await makeTelemetryPlace(engine, () => OFFSET)
    model = new DaysModel(OFFSET)
    const random = createRandom(SEED, 'pulses')
    const world = new PulseWorld(() => random.next(), IDS, BEGIN + 1000)
    const open = async () => {
      stores = await Promise.all(Array.from({ length: copies }, () => place.open(world.at)))
      store = stores[0]!
    }
    let turn = 0
    const play = async (to: number) => {
      while (world.at < to) {
        const pulses = [...world.play(Math.min(to, world.at + 3000 / copies), 197)]
        for (const one of pulses) model.add(one)
        await appendPulses(
          stores[turn++ % copies]!,
          pulses.map(({ pulse }) => pulse),
        )
      }
    }
    await open()
    await play(BEGIN + 2.5 * DAY)
    await closeAll()
    await open()
    await play(END)
  })
  const closeAll = () => Promise.all(stores.map((one) => one.close()))
  afterAll(async () => {
    await closeAll()
    await place.remove()
    expect(place.errors).toEqual([])
    console.log(`TEST_SEED=${SEED}`)
  })

  describe('the days of accounts', () => {
    it('equal a recount of all pulses', async () => {
      for (const deviceId of IDS) {
        const expected = model.days(deviceId, BEGIN, END)
        const days = await store.days({ deviceId, from: BEGIN, to: END })
        expect(days).toEqual(
          expected.map((day) => ({
            ...day,
            deposits: close(day.deposits),
            withdrawals: close(day.withdrawals),
          })),
        )
        expect(expected.length).toBeGreaterThan(1)
      }
    })

    it('are the whole days from the one of `from` to the one of `to`', async () => {
      const of = async (from: number, to: number) =>
        (await store.days({ deviceId: 1, from, to })).map(({ day }) => day)
      const all = model.days(1, BEGIN, END).map(({ day }) => day)
      expect(await of(BEGIN - 40 * DAY, BEGIN - 1)).toEqual([])
      expect(await of(BEGIN, BEGIN + DAY - 1)).toEqual(all.filter((day) => day === BEGIN))
      expect(await of(BEGIN + DAY + 70_000, BEGIN + 3 * DAY)).toEqual(
        all.filter((day) => day > BEGIN && day <= BEGIN + 3 * DAY),
      )
      expect(await of(END + DAY, END + 9 * DAY)).toEqual([])
    })

    it('leave no gap: their profits add up to the change of the equity', async () => {
      for (const deviceId of IDS) {
        const days = await store.days({ deviceId, from: BEGIN, to: END })
        const sum = days.reduce((total, day) => total + profitOf([day]).profit, 0)
        expect(sum).toBeCloseTo(profitOf(days).profit, 5)
      }
    })
  })

  describe('a period of all accounts', () => {
    it.each([
      ['all days', BEGIN, END],
      ['two days', BEGIN + DAY, BEGIN + 2 * DAY],
      ['the running day', END, END],
    ])('equals a recount of %s', async (_, from, to) => {
      const columns = await store.period({ from, to })
      const expected = IDS.map((id) => ({ id, days: model.days(id, from, to) })).filter(
        ({ days }) => days.length > 0,
      )
      expect([...columns.ids].sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id))
      for (const { id, days } of expected) {
        const at = columns.ids.indexOf(id)
        const { profit, realised, first, last } = profitOf(days)
        const sum = (name: 'deposits' | 'withdrawals') => days.reduce((total, day) => total + day[name], 0)
        expect({
          profit: columns.profit[at],
          realised: columns.realised[at],
          deposits: columns.deposits[at],
          withdrawals: columns.withdrawals[at],
          equityFirst: columns.equityFirst[at],
          equity: columns.equity[at],
          balance: columns.balance[at],
          ddMax: columns.ddMax[at],
          days: columns.days[at],
        }).toEqual({
          profit: close(profit),
          realised: close(realised),
          deposits: close(sum('deposits')),
          withdrawals: close(sum('withdrawals')),
          equityFirst: first,
          equity: last,
          balance: days.at(-1)!.balance,
          ddMax: Math.max(...days.map((day) => day.ddMax!)),
          days: days.length,
        })
      }
    })

    it('is empty before the first pulse', async () => {
      expect((await store.period({ from: BEGIN - 9 * DAY, to: BEGIN - DAY })).ids).toHaveLength(0)
    })
  })

  describe('the days of the fleet', () => {
    it('are the sums of the accounts of each group', async () => {
      const groups = new Int32Array(701).fill(-1)
      ;[0, 1, 0].forEach((group, place) => (groups[IDS[place]!] = group))
      groups[700] = 3
      const days = await store.fleetDays({ from: BEGIN, to: END, groups })
      const expected = model.fleet(BEGIN, END, groups)
      expect(days).toEqual(
        expected.map((day) => ({
          ...day,
          ...Object.fromEntries(
            (['equity', 'balance', 'profit', 'realised', 'deposits', 'withdrawals'] as const).map((name) => [
              name,
              close(day[name]),
            ]),
          ),
        })),
      )
      expect(new Set(days.map(({ group }) => group))).toEqual(new Set([0, 1, 3]))
    })
  })

  describe('history', () => {
    it.each([
      [60, END - 40_000, 1000],
      [600, END - 4 * DAY, 1000],
      [3600, BEGIN, 130],
    ])('in steps of %d s equals a recount of all pulses', async (seconds, from, points) => {
      const begin = from - (from % seconds)
      for (const deviceId of IDS) {
        const history = await store.history({ deviceId, from: begin, to: END, points })
        const steps = model.steps(deviceId, seconds, begin, END)
        expect(history.seconds).toBe(seconds)
        expect(history.points.map(({ at }) => at)).toEqual([...steps.keys()])
        history.points.forEach((point) => {
          const expected = figuresOf(steps.get(point.at)!)
          expect(point).toMatchObject({
            ...expected,
            deposits: close(expected.deposits),
            withdrawals: close(expected.withdrawals),
          })
        })
      }
    })

    it('has its trend in few points: the last known equity of each part', async () => {
      const from = BEGIN + 3 * DAY
      const trends = await store.trends({ ids: [1, 40, 9999], from, to: from + 48 * 3600, points: 48 })
      expect([...trends.keys()]).toEqual([1, 40, 9999])
      for (const [id, trend] of trends) {
        const hours = model.steps(id, 3600, from, from + 48 * 3600 - 1)
        expect([...trend]).toEqual(
          Array.from(
            { length: 48 },
            (_, hour) => figuresOf(hours.get(from + hour * 3600) ?? []).equity ?? NaN,
          ),
        )
      }
    })
  })

  it('the latest pulses are there after a restart', async () => {
    await closeAll()
    stores = [(store = await place.open(END))]
    const latest = new Map((await latestPulses(store)).map((pulse) => [pulse.deviceId, pulse]))
    for (const id of IDS) {
      const [, pulses] = [...model.steps(id, DAY, 0, END)].at(-1)!
      expect(latest.get(id)).toEqual(pulses.at(-1)!.pulse)
    }
  })
})
