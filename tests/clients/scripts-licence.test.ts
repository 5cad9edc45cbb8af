import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { KitSettings } from './scripts/program.ts'
import { down, pass } from './scripts/relay.ts'
import { CORES, KitWorld, type Vendor } from './scripts/world.ts'

/** The parts of an answer that the kits in C and Lua keep, and the ends of a licence. */

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

describe.each(CORES)('the kept answer of the kit in $name', (kit) => {
  async function keptBy(change: Partial<KitSettings> = {}) {
    const shop = await world.vendor(0, change)
    await (await world.kit(kit, shop)).say('tick')
    world.relay.behaviour = down
    return shop
  }
  const restart = async (shop: Vendor, machine: string, at: number) =>
    (await world.kit(kit, shop, { machine, at })).say('tick')

  it('counts on its own machine, with its own code, as it was written', async () => {
    const shop = await keptBy()
    const now = world.now
    expect(await restart(shop, 'PC-1', now)).toMatchObject({ state: 'grace', end: now + 30 * DAY })
    expect(await restart(shop, 'PC-2', now)).toMatchObject({ state: 'waiting', mayRun: false })
    expect(await restart({ ...shop, kami: 'OTHER' }, 'PC-1', now)).toMatchObject({ state: 'waiting' })
    const written = readFileSync(shop.file, 'utf8')
    for (const edited of [
      written.replace(String(now + 30 * DAY), '4102243200'),
      written.replace(` ${String(now)} `, ` ${String(now + DAY)} `),
      written.slice(0, 40),
      '',
      'pulsekey1 9 9 9 x\n',
      `pulsekey1 ${'9'.repeat(400)}`,
      '\0\0\0',
    ]) {
      writeFileSync(shop.file, edited)
      expect(await restart(shop, 'PC-1', now)).toMatchObject({ state: 'waiting', mayRun: false })
    }
    writeFileSync(shop.file, written)
    expect(await restart(shop, 'PC-1', now)).toMatchObject({ state: 'grace', mayRun: true })
  })

  it('lasts no longer when the clock is set back', async () => {
    const shop = await keptBy()
    const now = world.now
    const program = await world.kit(kit, shop, { at: now })
    await program.say('tick', now + 20 * HOUR)
    const back = now - 10 * DAY
    expect(await program.say('tick', back)).toMatchObject({ state: 'grace' })
    // Another 4 hours by the clock that was set back, and the day is over.
    expect(await program.say('tick', back + 4 * HOUR)).toMatchObject({ state: 'ended', mayRun: false })
    expect(await restart(shop, 'PC-1', back)).toMatchObject({ state: 'ended', mayRun: false })
  })

  it('ends with the licence', async () => {
    const shop = await keptBy({ graceHours: 720 })
    const now = world.now
    expect(await restart(shop, 'PC-1', now + 30 * DAY - 1)).toMatchObject({ state: 'grace', mayRun: true })
    expect(await restart(shop, 'PC-1', now + 30 * DAY)).toMatchObject({ state: 'ended', mayRun: false })
  })

  it('is worth nothing where the vendor set no hours', async () => {
    const shop = await keptBy({ graceHours: 0 })
    expect(await restart(shop, 'PC-1', world.now)).toMatchObject({ state: 'ended', mayRun: false })
  })

  it('is gone after a refusal', async () => {
    const shop = await keptBy()
    world.relay.behaviour = pass
    await world.server.act('code_update', { ids: [shop.id], disabled: true })
    expect(await restart(shop, 'PC-1', world.now)).toMatchObject({ state: 'refused', code: 151 })
    expect(existsSync(shop.file)).toBe(false)
  })
})

describe.each(CORES)('the clock, the end and the version of the kit in $name', (kit) => {
  it('corrects its clock by the answer and asks once more', async () => {
    const shop = await world.vendor(3)
    const now = world.now
    const program = await world.kit(kit, shop)
    await program.say('tick')
    world.relay.takeCalls()
    // More than 14 hours early is out of date (105).
    expect(await program.say('tick', now + 20 * HOUR)).toMatchObject({ state: 'licensed', mayRun: true })
    expect(world.relay.takeCalls()).toEqual(['kmlogon', 'kmlogon'])
    // The clock is wrong from the start, by years.
    const early = await world.kit(kit, shop, { at: 1000 })
    expect(await early.say('tick')).toMatchObject({ state: 'licensed', mayRun: true })
  })

  it('stops at the end, and runs again after a renewal', async () => {
    const shop = await world.vendor(0)
    await world.server.act('code_update', { ids: [shop.id], extend_seconds: 4 * HOUR - 30 * DAY })
    const program = await world.kit(kit, shop)
    const { end } = await program.say('tick')
    world.server.clock.pass(end - world.now)
    expect(await program.say('at', end)).toMatchObject({ state: 'ended', mayRun: false })
    expect(await program.say('tick')).toMatchObject({ state: 'refused', code: 201, message: '卡密已到期' })
    await world.server.act('code_update', { ids: [shop.id], extend_seconds: 7 * DAY })
    world.server.clock.pass(800)
    expect(await program.say('tick', end + 800)).toMatchObject({
      state: 'licensed',
      mayRun: true,
      end: end + 7 * DAY,
    })
  })

  it('takes one use of a count code an hour, however often it looks', async () => {
    const shop = await world.vendor(0)
    const kami = await world.server.code({ app: shop.app, type: 'count', amount: 5 })
    const now = world.now
    const program = await world.kit(kit, { ...shop, kami })
    expect(await program.say('tick')).toMatchObject({ state: 'licensed', end: now + HOUR, wait: HOUR })
    for (let later = 300; later < HOUR; later += 300) await program.say('tick', now + later)
    expect(world.relay.takeCalls().filter((api) => api === 'kmlogon')).toHaveLength(1)
    world.server.clock.pass(HOUR)
    expect(await program.say('tick', now + HOUR)).toMatchObject({ state: 'licensed', end: now + 2 * HOUR })
  })

  it('names an update, and does not start where it must be made', async () => {
    const shop = await world.vendor(3)
    const update = {
      app: shop.app,
      app_update_url: 'https://example.com/新?a=1&b="2"',
      app_update_show: '新功能',
    }
    await world.server.act('app_update', { ...update, version: '1.10', app_update_must: 'n' })
    const program = await world.kit(kit, { ...shop, settings: { ...shop.settings, version: '1.9' } })
    expect(await program.say('tick')).toMatchObject({ state: 'licensed', update: 1 })
    await world.server.act('app_update', { app: shop.app, app_update_must: 'y' })
    const late = await world.kit(kit, { ...shop, settings: { ...shop.settings, version: '1.9' } })
    const said = await late.say('tick')
    expect(said).toMatchObject({ state: 'update', mayRun: false, update: 2 })
    for (const part of ['1.10', update.app_update_url, '新功能']) expect(said.text).toContain(part)
    expect(existsSync(shop.file)).toBe(false)
    // A version that is newer than the published one needs no update.
    const ahead = await world.kit(kit, { ...shop, settings: { ...shop.settings, version: '1.11' } })
    expect(await ahead.say('tick')).toMatchObject({ state: 'licensed', update: 0 })
    await world.server.act('app_update', { app: shop.app, app_update_must: 'n' })
    expect(await late.say('tick', world.now + 800)).toMatchObject({ state: 'licensed', update: 1 })
  })
})
