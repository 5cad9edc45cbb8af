import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Params } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'
import { RiskWorld } from './risk-world.ts'

/** Close orders for programs that report positions in part, late or never, and the number of repeats. */
let world: RiskWorld
beforeAll(async () => {
  world = await RiskWorld.start()
})
afterAll(() => world.server.end())

const pass = (seconds: number) => {
  world.server.clock.pass(seconds)
}
const get = (id: number) => world.developer.call('device_get', { id })
const stateOf = async (id: number) => (await get(id)).close_all.state
const reaches = (id: number, state: string) =>
  until(async () => (await stateOf(id)) === state, `the order to be ${state}`)
const order = (id: number) => world.developer.call('device_control', { ids: [id], close_all: true })

/** An account whose terminal just took a close order. */
async function ordered(said: Params, mt5: { rearm_close_all?: boolean } = {}) {
  const app = await world.application({ mt5 })
  const { id, key } = await world.device(app)
  const pulse = (pairs: Params, from?: string) => world.tell(app, key, pairs, from)
  await order(id)
  expect(await pulse(said)).toMatchObject({ close_all: 1 })
  return { app, id, key, pulse }
}

describe('an account counts as flat', () => {
  it.each<Params>([
    { positions: 0 },
    { buy_pos: 0, sell_pos: 0 },
    { positions: 'nan', buy_pos: '0', sell_pos: '0.0' },
    { positions: 0, buy_pos: 1, sell_pos: 1 },
    { positions: -1, buy_pos: 0, sell_pos: 0 },
  ])('after %j', async (flat) => {
    const { id, pulse } = await ordered({ buy_pos: 1, sell_pos: 0 })
    pass(5)
    expect(await pulse(flat)).toMatchObject({ close_all: 0 })
    await reaches(id, 'confirmed')
  })

  it.each<Params>([
    {},
    { equity: 100 },
    { buy_pos: 0 },
    { sell_pos: 0 },
    { positions: '' },
    { positions: -1 },
    { buy_pos: -1, sell_pos: 0 },
    { buy_pos: 0, sell_pos: 'inf' },
  ])("but not after %j, which doesn't mean open positions either", async (unsaid) => {
    const { id, pulse, app } = await ordered(unsaid, { rearm_close_all: true })
    for (let i = 0; i < 3; i++) {
      pass(20)
      expect(await pulse(unsaid)).toMatchObject({ close_all: 0 })
    }
    await reaches(id, 'unreported')
    pass(600)
    expect(await pulse(unsaid)).toMatchObject({ close_all: 0 })
    const { close_all: close, commands } = await get(id)
    expect(close).toMatchObject({ state: 'unreported', repeats: 0 })
    expect(commands).toMatchObject([{ state: 'unreported', overdue_at: null }])
    expect(commands[0]!.unreported_at).toBe(commands[0]!.delivered_at! + 60)
    expect(await world.of(app, 'close_overdue')).toEqual([])
  })

  it.each<Params>([
    { buy_pos: 2 },
    { buy_pos: -1, sell_pos: 1 },
    { sell_pos: 1, positions: 'text' },
    { buy_pos: 0, sell_pos: 1 },
  ])('but not after %j, so the close is overdue', async (open) => {
    const { id, pulse } = await ordered(open)
    pass(60)
    await pulse(open)
    await reaches(id, 'overdue')
  })
})

describe('a close order that was taken without a later report', () => {
  it('is confirmed by a later flat pulse', async () => {
    const { id, pulse } = await ordered({ equity: 1 })
    pass(61)
    await reaches(id, 'unreported')
    await pulse({ buy_pos: 0, sell_pos: 0 })
    await reaches(id, 'confirmed')
  })

  it('is overdue after a later pulse with open positions, and a person repeats it where that pulse comes late', async () => {
    const { id, pulse, app } = await ordered({ equity: 1 }, { rearm_close_all: true })
    pass(61)
    await reaches(id, 'unreported')
    pass(3600)
    expect(await pulse({ positions: 2 })).toMatchObject({ close_all: 0 })
    await reaches(id, 'overdue')
    expect(await pulse({ positions: 2 })).toMatchObject({ close_all: 0 })
    expect((await get(id)).commands).toMatchObject([{ state: 'overdue', overdue_positions: 2 }])
    await until(async () => (await world.of(app, 'close_overdue')).length === 1, 'the risk')
    await pulse({ positions: 0 })
    await reaches(id, 'confirmed')
  })

  it('can be repeated by hand and survives a restart', async () => {
    const { id, pulse } = await ordered({ equity: 1 })
    pass(61)
    await reaches(id, 'unreported')
    await world.server.close()
    await world.reopen()
    expect(await stateOf(id)).toBe('unreported')
    expect(await pulse({ equity: 1 })).toMatchObject({ close_all: 0 })
    expect(await order(id)).toEqual({ done: 1, skipped: [] })
    expect(await pulse({ equity: 1 })).toMatchObject({ close_all: 1 })
    expect(await pulse({ equity: 1 })).toMatchObject({ close_all: 0 })
  })

  it('is withdrawn when the authorization moves to another trading account', async () => {
    const { id, app } = await ordered({ equity: 1 })
    pass(61)
    await reaches(id, 'unreported')
    await world.developer.call('device_move', { id, account_key: `${id}@Elsewhere` })
    expect(await stateOf(id)).toBe('none')
    expect(await world.tell(app, `${id}@Elsewhere`, { positions: 1 })).toMatchObject({ close_all: 0 })
    expect(await stateOf(id)).toBe('none')
  })
})

it('is neither overdue nor confirmed for a flat account without further reports', async () => {
  const { id, pulse } = await ordered({ positions: 0 }, { rearm_close_all: true })
  pass(300)
  await world.server.close()
  await world.reopen()
  expect(await stateOf(id)).toBe('delivered')
  await pulse({ positions: 0 })
  await reaches(id, 'confirmed')
})

describe('the automatic repeat of a close order', () => {
  const repeated = async (id: number, times: number) =>
    until(async () => {
      const [newest] = (await get(id)).commands
      return newest?.state === 'asked' && newest.repeats === times
    }, `repeat ${times}`)

  it('happens five times, also over a restart, then asks a person; an order by hand starts anew', async () => {
    const { id, pulse, app } = await ordered({ positions: 1 }, { rearm_close_all: true })
    for (let times = 1; times <= 5; times++) {
      pass(60)
      await repeated(id, times)
      if (times === 3) {
        await world.server.close()
        await world.reopen()
      }
      expect(await pulse({ positions: 1 })).toMatchObject({ close_all: 1 })
      expect(await pulse({ positions: 1 })).toMatchObject({ close_all: 0 })
    }
    pass(60)
    await reaches(id, 'overdue')
    pass(3600)
    expect(await pulse({ positions: 1 })).toMatchObject({ close_all: 0 })
    const { close_all: close, commands } = await get(id)
    expect(close).toMatchObject({ state: 'overdue', repeats: 5 })
    expect(commands.map(({ repeats, state, asked_by }) => [repeats, state, asked_by])).toEqual([
      ...[5, 4, 3, 2, 1].map((times) => [times, 'overdue', 'rearm']),
      [0, 'overdue', 'developer'],
    ])
    await until(
      async () => (await world.only(app, 'close_overdue')).facts['repeats'] === 5,
      'the risk that needs a person',
    )
    expect(await world.only(app, 'close_overdue')).toMatchObject({ level: 'high', times: 6 })

    await order(id)
    expect((await get(id)).close_all).toMatchObject({ state: 'asked', repeats: 0 })
    expect(await pulse({ positions: 1 })).toMatchObject({ close_all: 1 })
    pass(60)
    await repeated(id, 1)
  })

  it('does not happen when the account is flat before it takes the order', async () => {
    const { id, pulse } = await ordered({ positions: 1 }, { rearm_close_all: true })
    pass(60)
    await repeated(id, 1)
    expect(await pulse({ positions: 0 })).toMatchObject({ close_all: 0 })
    await reaches(id, 'confirmed')
    expect(await pulse({ positions: 1 })).toMatchObject({ close_all: 0 })
    expect((await get(id)).commands).toMatchObject([
      { state: 'confirmed', delivered_at: null },
      { state: 'overdue' },
    ])
  })
})
