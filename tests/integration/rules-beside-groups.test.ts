import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { RuleWorld } from './rule-world.ts'

/** Accounts that a rule and an act on a group both pause: the undo of one leaves the pause of the other. */
let rules: RuleWorld
beforeAll(async () => {
  rules = await RuleWorld.start()
})
afterAll(() => rules.world.server.end())
beforeEach(() => rules.renew())

const LADDER = [{ at: 30, act: 'pause_open' }] as const
const act = (accounts: number) => ({ group: { app: rules.app }, accounts, reason: 'News' })
const isPaused = async (id: number) => (await rules.world.developer.call('device_get', { id })).pause_open

it('a rule that fires on an account of a paused group keeps it paused when the group is resumed', async () => {
  const { developer } = rules.world
  await rules.save({ levels: [...LADDER] })
  const [falling, calm] = [await rules.account(), await rules.account()]
  await falling.falls(1)
  await calm.falls(1)
  const { id } = await developer.call('group_pause', act(2))
  await falling.falls(35)
  await falling.firing('pause_open')
  expect(await developer.call('group_resume', { id: id ?? 0 })).toMatchObject({ accounts: 1 })
  expect([await isPaused(falling.id), await isPaused(calm.id)]).toEqual([true, false])
})

it('an undo of a firing leaves an account paused whose group was paused since', async () => {
  const { developer } = rules.world
  await rules.save({ levels: [...LADDER] })
  const [falling, calm] = [await rules.account(), await rules.account()]
  await calm.falls(1)
  await falling.falls(35)
  const { key } = await falling.firing('pause_open')
  await developer.call('group_pause', act(1))
  // The group's pause is about opening alone.
  expect(await developer.call('risk_undo', { key })).toEqual({ pause_add: true, pause_open: false })
  expect([await isPaused(falling.id), await isPaused(calm.id)]).toEqual([true, true])
})
