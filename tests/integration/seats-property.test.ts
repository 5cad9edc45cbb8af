import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEED } from '../support/seed.ts'
import { RecordWorld } from './record-world.ts'
import { SeatsModel } from './seats-model.ts'

const RUNS = Number(process.env['SEAT_HISTORIES'] ?? 6)
const HOUR = 3600
/** Steps are short: a session of the console ends after 12 hours without a call. */
const MINUTE = 60

let world: RecordWorld
beforeAll(async () => {
  world = await RecordWorld.start()
  await world.server.act('app_update', { app: world.app, several_accounts: true })
})
afterAll(() => world.server.end())

const account = fc.nat(5)
const seats = fc.integer({ min: 1, max: 4 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('login' as const), account }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('together' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), by: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('extend' as const), by: fc.integer({ min: -60, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('disable' as const, 'recycle' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('resize' as const), seats }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      account,
      choice: fc.constantFrom('spent' as const, 'free' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), account }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A history of one code, on the server and in the model. */
async function live(first: number, steps: readonly Step[]): Promise<void> {
  const { server, app } = world
  const kami = await server.code({ app, type: 'time', unit: 'hour', amount: 2, seats: first })
  const id = await world.idOf(kami)
  const model = new SeatsModel(2 * HOUR, first, () => server.clock.now())
  const keys = Array.from({ length: 6 }, () => world.newKey())
  const logIn = async (key: string) => (await world.logIn(kami, key)).code
  const update = (change: object) => server.act('code_update', { ids: [id], ...change })

  async function take(taken: Step): Promise<void> {
    const key = 'account' in taken ? keys[taken.account]! : ''
    const seat = model.used.get(key)
    switch (taken.do) {
      case 'login':
        expect(await logIn(key)).toBe(model.login(key))
        return
      case 'together': {
        const fresh = keys.filter((one) => !model.used.has(one))
        const answers = await Promise.all(fresh.map(logIn))
        // The server chooses who comes first.
        const came = fresh.filter((_, at) => answers[at] === 200)
        const expected = [...came, ...fresh.filter((one) => !came.includes(one))].map((one) =>
          model.login(one),
        )
        expect([...answers].sort()).toEqual([...expected].sort())
        return
      }
      case 'pass':
        server.clock.pass(taken.by * MINUTE)
        return
      case 'extend':
        if (model.isDisabled || taken.by === 0) return
        expect((await update({ extend_seconds: taken.by * MINUTE })).done).toBe(
          Number(model.extend(taken.by * MINUTE)),
        )
        return
      case 'disable':
        if (model.isDisabled) model.enable()
        else model.disable()
        await update({ disabled: model.isDisabled })
        return
      case 'recycle':
        if (model.isDisabled) return
        model.disable()
        model.enable()
        await server.act('code_delete', { ids: [id] })
        await server.act('code_restore', { ids: [id] })
        return
      case 'resize':
        expect((await update({ seats: taken.seats })).done).toBe(Number(model.resize(taken.seats)))
        return
      case 'delete': {
        // A code with one seat is disabled with its account; that is a rule of its own.
        if (seat === undefined || seat.isSpent || (model.seats === 1 && taken.choice === 'spent')) return
        const device = await world.recordOf(key)
        await server.act('device_delete', { ids: [device!.id], codes: taken.choice })
        model.leave(key, taken.choice)
        return
      }
      case 'move': {
        if (seat === undefined || seat.isSpent) return
        const to = world.newKey()
        const device = await world.recordOf(key)
        await server.act('device_move', { id: device!.id, account_key: to })
        model.move(key, to)
        keys[keys.indexOf(key)] = to
      }
    }
  }

  for (const one of steps) {
    await take(one)
    const { rows } = await server.act('device_list', { filter: { app }, search: kami, size: 500 })
    const expected = [...model.used].filter(([, { isSpent }]) => !isSpent).map(([key, { vip }]) => [key, vip])
    expect([one.do, rows.map((row) => [row.account_key, row.vip]).sort()]).toEqual([one.do, expected.sort()])
    const { seats_used: used, seats: all } = await server.act('code_get', { id })
    expect([used, all]).toEqual([model.used.size, model.seats])
    expect(used).toBeLessThanOrEqual(all)
  }
}

it(
  `the time granted is the time paid for each seat in ${RUNS} random histories`,
  { timeout: 600_000 },
  async () => {
    console.log(`TEST_SEED=${SEED}`)
    await fc.assert(fc.asyncProperty(seats, fc.array(step, { minLength: 10, maxLength: 25 }), live), {
      seed: SEED,
      numRuns: RUNS,
    })
  },
)
