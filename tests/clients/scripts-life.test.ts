import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { down, pass } from './scripts/relay.ts'
import { asHeld, KITS, KitWorld } from './scripts/world.ts'

/** The kits in C, Lua and AndLua live with a real server behind a network that a test spoils. */

let world: KitWorld
beforeAll(async () => {
  world = await KitWorld.start()
}, 120_000)
afterEach(() => {
  world.settle()
})
afterAll(() => world.end(), 60_000)

const HOUR = 3600
const DAY = 24 * HOUR
const NOTICE = '公告 "1"\n\\ %s 😀'

describe.each(KITS)('the kit in $name', (kit) => {
  it.each([0, 3] as const)(
    'starts without a network, and is licensed once it is there (mode %d)',
    async (mode) => {
      const shop = await world.vendor(mode)
      world.relay.behaviour = down
      let now = world.now
      const program = await world.kit(kit, shop, { at: now, how: mode === 0 ? 'curl' : '' })
      let said = await program.say('tick', now)
      expect(said).toMatchObject({ state: 'waiting', mayRun: false, code: 0 })
      expect(said.text).toContain(String(world.relay.port))
      // 5 s, doubling up to 5 minutes, each ± 20 %.
      for (const [least, most] of [
        [4, 6],
        [8, 12],
        [16, 24],
        [32, 48],
        [64, 96],
        [128, 192],
        [240, 360],
        [240, 360],
      ] as const) {
        expect(said.wait).toBeGreaterThanOrEqual(least)
        expect(said.wait).toBeLessThanOrEqual(most)
        expect((await program.say('tick', now + least - 1)).state).toBe('waiting')
        now += said.wait
        said = await program.say('tick', now)
      }
      world.relay.takeCalls()
      world.relay.behaviour = pass
      world.server.clock.pass(now - world.now)
      said = await program.say('tick', now + 400)
      expect(world.relay.takeCalls()).toEqual(['ini', 'kmlogon'])
      expect(said).toMatchObject({ state: 'licensed', mayRun: true, code: 200, update: 0 })
      expect(said.end).toBe(world.now + 30 * DAY)
      expect(said.wait).toBeGreaterThanOrEqual(480)
      expect(said.wait).toBeLessThanOrEqual(720)
      expect(said.text).toContain('已授权')
    },
  )

  it('runs on in an outage for the hours of grace, over a restart, and stops after them', async () => {
    const shop = await world.vendor(3)
    const given = world.now
    const first = await world.kit(kit, shop)
    await first.say('tick', given)
    world.relay.behaviour = down
    expect(await first.say('tick', given + 800)).toMatchObject({ state: 'grace', mayRun: true })
    const second = await world.kit(kit, shop, { at: given + HOUR })
    expect(await second.say('tick')).toMatchObject({ state: 'grace', mayRun: true })
    expect(await second.say('tick', given + DAY - 1)).toMatchObject({ state: 'grace', mayRun: true })
    expect(await second.say('tick', given + DAY)).toMatchObject({ state: 'ended', mayRun: false })
    world.relay.behaviour = pass
    expect(await second.say('tick', given + DAY + 400)).toMatchObject({ state: 'licensed', mayRun: true })
  })

  it('stops at a refusal, forgets the licence, and starts again when the server agrees', async () => {
    const shop = await world.vendor(0)
    const now = world.now
    const program = await world.kit(kit, shop)
    await program.say('tick')
    await world.server.act('code_update', { ids: [shop.id], disabled: true })
    expect(await program.say('tick', now + 800)).toMatchObject({
      state: 'refused',
      mayRun: false,
      code: 151,
      message: '卡密已被禁用',
    })
    world.relay.behaviour = down
    expect(await program.say('tick', now + 2000)).toMatchObject({ state: 'refused', mayRun: false })
    const again = await world.kit(kit, shop)
    expect(await again.say('tick', now + 2000)).toMatchObject({ state: 'waiting', mayRun: false })
    world.relay.behaviour = pass
    await world.server.act('code_update', { ids: [shop.id], disabled: false })
    expect(await program.say('tick', now + 4000)).toMatchObject({ state: 'licensed', mayRun: true })
  })

  it('unbinds, and asks no more', async () => {
    const shop = await world.vendor(3)
    const program = await world.kit(kit, shop)
    await program.say('tick')
    expect(await program.say('unbind')).toMatchObject({ state: 'unbound', mayRun: false, answered: 200 })
    world.relay.takeCalls()
    expect(await program.say('now')).toMatchObject({ state: 'unbound', mayRun: false })
    expect(world.relay.takeCalls()).toEqual([])
    const other = await world.kit(kit, shop, { machine: 'PC-2' })
    expect(await other.say('tick')).toMatchObject({ state: 'licensed', mayRun: true })
    expect(await other.say('unbind')).toMatchObject({
      state: 'licensed',
      answered: 201,
      message: '解绑失败,换绑时间不足',
    })
  })

  it('shows the announcement', async () => {
    const shop = await world.vendor(3)
    await world.server.act('app_update', { app: shop.app, app_gg: NOTICE })
    const program = await world.kit(kit, shop)
    expect(await program.say('notice')).toMatchObject({ answered: 200, notice: asHeld(kit, NOTICE) })
    world.relay.behaviour = down
    expect(await program.say('notice')).toMatchObject({ answered: 0, notice: '' })
  })
})
