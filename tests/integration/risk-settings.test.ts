import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventStream } from './event-stream.ts'
import { addOperator, newStaff, signIn } from './operators.ts'
import { FOREVER, RiskWorld } from './risk-world.ts'

/** The risk review: weak settings, exposed keys, and who sees and gets them (specification, Owner). */
let world: RiskWorld
beforeAll(async () => {
  world = await RiskWorld.start()
})
afterAll(() => world.server.end())

const now = () => world.server.clock.now()
const pass = (seconds: number) => {
  world.server.clock.pass(seconds)
}

describe('risks of settings', () => {
  const weak = async (app: number) =>
    (await world.of(app, 'weak_setting')).map(({ facts }) => facts['setting'])

  it('are none for a new application, and one for each weak setting', async () => {
    const app = await world.application()
    expect(await world.developer.call('risk_list', { app })).toEqual({ rows: [], is_cut: false })
    const set = (change: object) => world.developer.call('app_update', { app, ...change })
    await set({ window: 0, device_check: false, unbind: { max: 0, interval: 0 } })
    expect((await weak(app)).sort()).toEqual(['free_unbinds', 'no_window', 'unbound'])
    await set({ window: 301, ip_check: true, free_mode: true })
    expect((await weak(app)).sort()).toEqual(['free_mode', 'free_unbinds', 'wide_window'])
    await set({ sign: false })
    expect(await world.of(app, 'weak_setting')).toContainEqual(
      expect.objectContaining({ level: 'high', facts: { setting: 'unsigned' }, since: now() }),
    )
    await set({ state: 'n' })
    expect(await weak(app)).toEqual([])
  })

  it('stay hidden when acknowledged, and are new when fixed and broken again', async () => {
    const app = await world.application({ free_mode: true })
    await world.acknowledge(await world.only(app, 'weak_setting'))
    await world.wait(86_400 * 100)
    expect(await world.only(app, 'weak_setting')).toMatchObject({ acknowledged: { note: 'looked at' } })
    await world.developer.call('app_update', { app, free_mode: false })
    expect(await weak(app)).toEqual([])
    await world.developer.call('app_update', { app, free_mode: true })
    expect(await world.only(app, 'weak_setting')).toMatchObject({ acknowledged: null, since: now() })
  })

  it('include APIs that hand out keys, while they are switched on and granted', async () => {
    const app = await world.application()
    const until = now() + 100
    await world.owner.call('app_capability_set', { app, api: 'getrc4', expires: until })
    expect(await world.of(app, 'keys_exposed')).toEqual([])
    for (const api of ['getrc4', 'openrc42'] as const)
      await world.developer.call('app_api_set', { app, api, on: true })
    const rows = await world.of(app, 'keys_exposed')
    expect(rows.map(({ level, facts }) => ({ level, ...facts }))).toEqual([
      { level: 'high', api: 'getrc4', expires: until },
      { level: 'medium', api: 'openrc42', expires: null },
    ])
    pass(100)
    expect((await world.only(app, 'keys_exposed')).facts['api']).toBe('openrc42')
  })

  it('of the platform are visible to the owner alone', async () => {
    const platform = async () =>
      (await world.owner.call('risk_list', { kind: 'weak_setting' })).rows
        .filter(({ app }) => app === null)
        .map(({ level, facts }) => [facts['setting'], level])
    expect(await platform()).toEqual([['owner_totp', 'medium']])
    await world.owner.call('settings_set', {
      backups: { automatic: false },
      client_address: { source: 'socket', trusted: [] },
      listeners: { console_public: true },
    })
    expect(await platform()).toEqual([
      ['console_plain', 'high'],
      ['owner_totp', 'high'],
      ['no_backups', 'medium'],
    ])
    const { rows } = await world.developer.call('risk_list', {})
    expect(rows.filter(({ app }) => app === null)).toEqual([])
    await world.owner.call('settings_set', {
      backups: { automatic: true },
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
      listeners: { console_public: false },
    })
  })
})

describe('who sees a risk', () => {
  it('the owner and its developer see it; no other developer and no agent does', async () => {
    const app = await world.application({ free_mode: true })
    const item = await world.only(app, 'weak_setting')
    expect(await world.of(app, 'weak_setting', world.owner)).toEqual([item])
    expect(await world.of(app, 'weak_setting', world.other)).toEqual([])
    expect(await world.other.call('risk_list', {})).toEqual({ rows: [], is_cut: false })
    expect(await world.other.call('risk_counts', {})).toEqual({ open: 0, high: 0 })
    expect(await world.acknowledge(item, world.other)).toEqual({ done: 0 })
    await addOperator(world.server, 'agent', 'agent')
    const agent = await signIn(world.server, 'agent')
    for (const name of ['risk_list', 'risk_counts'])
      expect(await agent.try(name, {})).toMatchObject({ code: 403 })
    expect(await world.only(app, 'weak_setting')).toEqual(item)
  })

  it('staff with the permission see it; an acknowledgement needs a note and leaves the counts', async () => {
    const app = await world.application({ free_mode: true })
    const item = await world.only(app, 'weak_setting')
    const looking = await newStaff(world.server, world.developer, ['risk'])
    const others = await newStaff(world.server, world.developer, ['codes'])
    expect(await others.client.try('risk_list', {})).toMatchObject({ code: 403 })
    expect(await looking.client.call('risk_list', { app })).toMatchObject({ rows: [{ key: item.key }] })
    const given = { keys: [item.key], note: 'x' }
    expect(await looking.client.try('risk_acknowledge', given)).toMatchObject({ code: 403 })
    for (const note of ['', '  ']) {
      const reply = await world.developer.try('risk_acknowledge', { ...given, note })
      expect(reply).toMatchObject({ code: 422, fields: { note: expect.any(String) as string } })
    }
    const before = await world.developer.call('risk_counts', {})
    await world.acknowledge(item)
    expect(await world.developer.call('risk_counts', {})).toEqual({ ...before, open: before.open - 1 })
  })

  it('the live stream reports each change to both of them and to nobody else', async () => {
    const [allowed, foreign] = await Promise.all(
      [world.developer, world.other].map(({ url, cookie }) => EventStream.open(url, cookie)),
    )
    const before = await world.developer.call('risk_counts', {})
    await allowed!.next('risk', ({ open }) => open === before.open)
    await foreign!.next('risk', ({ open }) => open === 0)
    await world.application({ free_mode: true })
    await allowed!.next('risk', ({ open }) => open === before.open + 1)
    expect(foreign!.of('risk')).toEqual([{ open: 0, high: 0 }])
    for (const stream of [allowed!, foreign!]) stream.close()
  })
})

it('a list has at most five hundred, the worst first, and reports that there are more', async () => {
  const app = await world.application({ mt5: { drawdown_threshold: 10 } })
  const rows = Array.from({ length: 501 }, (_, i) => ({ account_key: `${50_000 + i}@Many`, vip: FOREVER }))
  await world.developer.call('device_import', { app, rows })
  for (let i = 0; i < rows.length; i += 50)
    await Promise.all(
      rows.slice(i, i + 50).map(({ account_key }) => world.pulse(app, account_key, { dd: 50 })),
    )
  const answer = await world.developer.call('risk_list', { app })
  expect(answer.is_cut).toBe(true)
  expect(answer.rows).toHaveLength(500)
  expect(new Set(answer.rows.map(({ key }) => key)).size).toBe(500)
})
