import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RiskGroup } from '../../src-server/contract/actions/risks.ts'
import { FOREVER, RiskWorld } from './risk-world.ts'

/** The review in groups: one row for one cause, acknowledged as a whole. */
let world: RiskWorld
let made = 0
beforeAll(async () => {
  world = await RiskWorld.start()
})
afterAll(() => world.server.end())

/** An application with a fleet of accounts. */
async function fleet(size: number) {
  const app = await world.application({ mt5: { drawdown_threshold: 30 } })
  const keys = Array.from({ length: size }, () => `${20_000 + ++made}@Fleet`)
  const rows = keys.map((account_key) => ({ account_key, vip: FOREVER }))
  await world.developer.call('device_import', { app, rows })
  return { app, keys }
}

async function fall(app: number, keys: readonly string[], dd: (index: number) => number): Promise<void> {
  for (const [index, key] of keys.entries()) await world.pulse(app, key, { dd: dd(index) })
}

const groups = async (app: number): Promise<RiskGroup[]> =>
  (await world.developer.call('risk_groups', { app, kind: 'drawdown' })).groups

describe('a group of the risk review', () => {
  it('is one row for all accounts over a threshold, and opens to the worst first', async () => {
    const { app, keys } = await fleet(43)
    await fall(app, keys, (index) => 31 + index)
    const began = world.server.clock.now()
    const [group, ...others] = await groups(app)
    expect(others).toEqual([])
    expect(group).toMatchObject({ state: 'open', level: 'high', app, count: 43, since: began, at: began })
    expect(group!.worst).toMatchObject({ subject: keys.at(-1), facts: { dd: 73, threshold: 30 } })
    const { rows } = await world.developer.call('risk_list', { group: group!.key })
    expect(rows.map(({ subject }) => subject)).toEqual(keys.toReversed())
    expect((await world.other.call('risk_groups', { app })).groups).toEqual([])
    expect((await world.other.call('risk_list', { group: group!.key })).rows).toEqual([])
  })

  it('keeps its key while accounts join, and splits where accounts recover', async () => {
    const { app, keys } = await fleet(5)
    await fall(app, keys.slice(0, 3), () => 40)
    const [before] = await groups(app)
    await fall(app, keys.slice(3), () => 50)
    const [after] = await groups(app)
    expect(after).toMatchObject({ key: before!.key, count: 5 })
    await fall(app, keys.slice(0, 2), () => 1)
    expect((await groups(app)).map(({ level, count }) => [level, count])).toEqual([
      ['high', 3],
      ['medium', 2],
    ])
  })

  it('is acknowledged as a whole with one row of the audit log, without what came after', async () => {
    const { app, keys } = await fleet(4)
    await fall(app, keys.slice(0, 3), () => 40)
    const [group] = await groups(app)
    world.server.clock.pass(1)
    await fall(app, keys.slice(3), () => 50)
    const chosen = { groups: [group!.key], at: group!.at, note: 'Called the broker' }
    expect(await world.other.call('risk_acknowledge', chosen)).toEqual({ done: 0 })
    expect(await world.developer.call('risk_acknowledge', chosen)).toEqual({ done: 3 })
    const [open, acknowledged] = await groups(app)
    expect(open).toMatchObject({ state: 'open', count: 1, worst: { subject: keys[3] } })
    expect(acknowledged).toMatchObject({
      state: 'acknowledged',
      count: 3,
      worst: { acknowledged: { by: 'developer', note: 'Called the broker' } },
    })
    const { rows } = await world.developer.call('audit_list', { filter: { action: 'risk_acknowledge' } })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ after: { note: 'Called the broker', count: 3 } })
    await world.server.close()
    await world.reopen()
    expect((await groups(app)).map(({ state, count }) => [state, count])).toEqual([
      ['open', 1],
      ['acknowledged', 3],
    ])
  })
})
