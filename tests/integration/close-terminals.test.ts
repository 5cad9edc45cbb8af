import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { RiskWorld } from './risk-world.ts'

/**
 * Two terminals that report for one trading account: their recognition, the display, and close orders to
 * each.
 */
let world: RiskWorld
beforeAll(async () => {
  world = await RiskWorld.start()
})
afterAll(() => world.server.end())

const [A, B, C] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const
const now = () => world.server.clock.now()
const pass = (seconds: number) => {
  world.server.clock.pass(seconds)
}
const get = (id: number) => world.developer.call('device_get', { id })
const addressesOf = async (id: number) => (await get(id)).terminals.map(({ address }) => address)
const reaches = (id: number, state: string) =>
  until(async () => (await get(id)).close_all.state === state, `the order to be ${state}`)
const order = (id: number) => world.developer.call('device_control', { ids: [id], close_all: true })

async function account(mt5: { rearm_close_all?: boolean } = {}) {
  const app = await world.application({ mt5 })
  const { id, key } = await world.device(app)
  /** @returns whether the answer orders it to close */
  const pulse = async (from: string, positions = 2) =>
    (await world.tell(app, key, { positions }, from))['close_all'] === 1
  /** Pulses from these addresses, ten seconds apart. */
  const pulses = async (...from: string[]) => {
    for (const address of from) {
      await pulse(address)
      pass(10)
    }
  }
  return { app, id, key, pulse, pulses }
}

describe('terminals of an account', () => {
  it('count as two when their pulses alternate, each with its last pulse', async () => {
    const { app, id, pulses } = await account()
    await pulses(A, B)
    expect(await addressesOf(id)).toEqual([])
    await pulses(A)
    expect((await get(id)).terminals).toEqual([
      { address: A, at: now() - 10 },
      { address: B, at: now() - 20 },
    ])
    const { rows } = await world.developer.call('device_list', { filter: { app } })
    expect(rows[0]!.terminals).toHaveLength(2)
  })

  it('are shown, and count as one when only one pulses', async () => {
    const { id, pulses, pulse } = await account()
    const stream = await EventStream.open(world.server.running.consoleUrl, world.developer.cookie)
    await pulses(A, B, A)
    await stream.next('devices', ({ rows }) =>
      rows.some((row) => row.id === id && row.terminals?.length === 2),
    )
    for (let i = 0; i < 10; i++) {
      pass(31)
      await pulse(A)
    }
    expect(await addressesOf(id)).toEqual([])
    await stream.next('devices', ({ rows }) =>
      rows.some((row) => row.id === id && row.terminals?.length === 0),
    )
    stream.close()
  })

  it('are a risk while both pulse, and a new risk when the second comes back', async () => {
    const { app, id, key, pulses } = await account()
    await pulses(A, B)
    expect(await world.of(app, 'two_terminals')).toEqual([])
    const since = now()
    await pulses(A, B)
    const risk = await world.only(app, 'two_terminals')
    expect(risk).toMatchObject({
      level: 'medium',
      subject_kind: 'device',
      subject_id: id,
      subject: key,
      since,
      facts: { terminals: 2, addresses: `${B}, ${A}` },
    })
    await world.acknowledge(risk)
    expect(await world.only(app, 'two_terminals')).toMatchObject({ acknowledged: { note: 'looked at' } })
    pass(400)
    await until(async () => (await world.of(app, 'two_terminals')).length === 0, 'the risk to be over')
    await pulses(A, B, A)
    expect(await world.only(app, 'two_terminals')).toMatchObject({ acknowledged: null })
  })

  it('are none after the account is deleted', async () => {
    const { app, id, pulses } = await account()
    await pulses(A, B, A)
    await world.only(app, 'two_terminals')
    await world.developer.call('device_delete', { ids: [id] })
    expect(await world.of(app, 'two_terminals')).toEqual([])
    pass(600)
    const { rows } = await world.developer.call('device_list', { filter: { app } })
    expect(rows).toEqual([])
  })

  it.each([
    ['an address that changes once', [A, A, B, B, B]],
    ['one that changes each time', [A, B, C]],
    ['one network', ['2001:db8::1', '2001:db8::2', '2001:db8::1', '2001:db8::3']],
  ])('count as one: %s', async (_, from) => {
    const { id, pulses } = await account()
    await pulses(...from)
    expect(await addressesOf(id)).toEqual([])
  })

  it('count as one that returns after an hour', async () => {
    const { id, pulses } = await account()
    await pulses(A, B)
    pass(3600)
    await pulses(A)
    expect(await addressesOf(id)).toEqual([])
  })
})

describe('a close order for an account with two terminals', () => {
  it('goes to one of many simultaneous pulses', async () => {
    const { id, pulse, pulses } = await account()
    await pulses(A, B, A, B)
    await order(id)
    const ordered = await Promise.all(Array.from({ length: 40 }, (_, i) => pulse(i % 2 === 0 ? A : B)))
    expect(ordered.filter(Boolean)).toHaveLength(1)
  })

  it('is confirmed by either terminal', async () => {
    const { id, pulse, pulses } = await account()
    await pulses(A, B, A, B)
    await order(id)
    expect(await pulse(A)).toBe(true)
    await pulse(B, 0)
    await reaches(id, 'confirmed')
  })

  it("is repeated to the terminal that hasn't received it, then to either", async () => {
    const { id, pulse, pulses } = await account({ rearm_close_all: true })
    await pulses(A, B, A, B)
    await order(id)
    expect(await pulse(A)).toBe(true)
    await pulse(B)
    pass(60)
    await reaches(id, 'asked')
    expect(await pulse(A)).toBe(false)
    expect(await pulse(A)).toBe(false)
    expect(await pulse(B)).toBe(true)
    expect((await get(id)).commands).toMatchObject([
      { delivered_ip: B, received_by: A, repeats: 1 },
      { delivered_ip: A, received_by: '', repeats: 0 },
    ])
    pass(60)
    await reaches(id, 'asked')
    expect((await get(id)).commands[0]).toMatchObject({ received_by: `${A} ${B}`, repeats: 2 })
    expect(await pulse(B)).toBe(true)
  })

  it('goes to the other terminal too when a person repeats it', async () => {
    const { id, pulse, pulses } = await account()
    await pulses(A, B, A, B)
    await order(id)
    expect(await pulse(B)).toBe(true)
    pass(60)
    await reaches(id, 'overdue')
    await order(id)
    expect(await pulse(B)).toBe(false)
    expect(await pulse(A)).toBe(true)
    // A confirmed order is over: the next order goes to the first pulse.
    await pulse(A, 0)
    await reaches(id, 'confirmed')
    await order(id)
    expect(await pulse(A)).toBe(true)
  })

  it('goes to the remaining terminal when the other one is silent', async () => {
    const { id, pulse, pulses } = await account({ rearm_close_all: true })
    await pulses(A, B, A, B)
    await order(id)
    expect(await pulse(A)).toBe(true)
    pass(60)
    await reaches(id, 'asked')
    const answers: boolean[] = []
    for (let i = 0; i < 10 && !answers.includes(true); i++) {
      answers.push(await pulse(A))
      pass(10)
    }
    // B pulsed last 70 s before the repeat, and counts as silent after 120 s.
    expect(answers).toEqual([false, false, false, false, false, false, true])
    expect((await get(id)).commands[0]).toMatchObject({ delivered_ip: A, received_by: A, repeats: 1 })
  })

  it('is repeated to a terminal that changed its address', async () => {
    const { id, pulse, pulses } = await account({ rearm_close_all: true })
    await pulses(A, A)
    await order(id)
    expect(await pulse(A)).toBe(true)
    pass(60)
    await reaches(id, 'asked')
    expect(await pulse(C)).toBe(true)
  })
})

it('goes to one of many simultaneous pulses, each order anew', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.oneof(
            { weight: 6, arbitrary: fc.tuple(fc.constantFrom(A, B), fc.constantFrom(0, 2)) },
            { weight: 2, arbitrary: fc.constantFrom('ask' as const, 'withdraw' as const) },
            { weight: 1, arbitrary: fc.constant('wait' as const) },
          ),
          { minLength: 1, maxLength: 8 },
        ),
        { minLength: 1, maxLength: 8 },
      ),
      async (rounds) => {
        const { id, pulse } = await account({ rearm_close_all: true })
        let ordered = 0
        for (const round of rounds)
          await Promise.all(
            round.map(async (act) => {
              if (act === 'wait') pass(31)
              else if (act === 'ask' || act === 'withdraw')
                await world.developer.call('device_control', { ids: [id], close_all: act === 'ask' })
              else if (await pulse(act[0], act[1])) ordered++
            }),
          )
        const { commands } = await get(id)
        expect(commands.filter(({ delivered_at: at }) => at !== null)).toHaveLength(ordered)
        expect(Math.max(0, ...commands.map(({ repeats }) => repeats))).toBeLessThanOrEqual(5)
      },
    ),
    { numRuns: 40 },
  )
})
