import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { changeDatabase } from './operators.ts'
import { RiskWorld } from './risk-world.ts'
import { signPairs, type Pair } from '../simulator/wire/signature.ts'

/**
 * The risk review: which risks appear, their facts, and their return when the cause returns (specification,
 * Owner).
 */
let world: RiskWorld
beforeAll(async () => {
  world = await RiskWorld.start()
})
afterAll(() => world.server.end())

const now = () => world.server.clock.now()
const pass = (seconds: number) => {
  world.server.clock.pass(seconds)
}

describe('a drawdown risk', () => {
  const policy = { mt5: { drawdown_threshold: 30, alert_cooldown: 900 } }

  it('appears at the threshold, again when it is worse after the cool-down, and anew after its end', async () => {
    const app = await world.application(policy)
    const { id, key } = await world.device(app)
    const began = now()
    const pulse = (dd: number) => world.pulse(app, key, { dd })
    await pulse(29.9)
    expect(await world.of(app, 'drawdown')).toEqual([])
    await pulse(30)
    expect(await world.only(app, 'drawdown')).toMatchObject({
      level: 'high',
      app,
      subject_kind: 'device',
      subject_id: id,
      subject: key,
      since: began,
      at: began,
      times: 1,
      facts: { dd: 30, threshold: 30, now: 30 },
      delivery: null,
      acknowledged: null,
    })
    // Worse, but within the cool-down; then past it, but not worse; then both.
    pass(899)
    await pulse(35)
    pass(1)
    await pulse(30)
    expect((await world.only(app, 'drawdown')).times).toBe(1)
    await pulse(35)
    expect(await world.only(app, 'drawdown')).toMatchObject({ times: 2, since: began, at: began + 900 })
    // 80 % of the threshold are 24: at 24 it isn't over, below it is.
    await pulse(24)
    await pulse(31)
    expect(await world.only(app, 'drawdown')).toMatchObject({ times: 2 })
    await pulse(23.9)
    expect(await world.only(app, 'drawdown')).toMatchObject({ level: 'medium', facts: { dd: 35, now: 23.9 } })
    await pulse(30.5)
    expect(await world.only(app, 'drawdown')).toMatchObject({ times: 3, facts: { dd: 30.5 } })
  })

  it('is acknowledged with a note, and comes back with a new drawdown', async () => {
    const app = await world.application(policy)
    const { key } = await world.device(app)
    await world.pulse(app, key, { dd: 40 })
    const first = await world.only(app, 'drawdown')
    expect(await world.acknowledge(first)).toEqual({ done: 1 })
    expect(await world.only(app, 'drawdown')).toMatchObject({
      key: first.key,
      acknowledged: { by: 'developer', at: now(), note: 'looked at' },
    })
    expect(await world.developer.call('risk_list', { app, acknowledged: false })).toMatchObject({ rows: [] })
    pass(1)
    await world.pulse(app, key, { dd: 1 })
    await world.pulse(app, key, { dd: 41 })
    expect(await world.only(app, 'drawdown')).toMatchObject({ acknowledged: null, times: 2 })
    // The acknowledged risk has ended meanwhile, so the acknowledgement covers no newer risk.
    expect(await world.acknowledge(first)).toEqual({ done: 0 })
    expect(await world.only(app, 'drawdown')).toMatchObject({ acknowledged: null })
  })

  it('does not appear without a drawdown in the pulse', async () => {
    const app = await world.application(policy)
    const { key } = await world.device(app)
    await world.call('mt5pulse', app, { account_key: key, equity: 1, dd: 'nan' })
    expect(await world.of(app, 'drawdown')).toEqual([])
  })

  it.each([
    [19.9, 0],
    [20, 1],
  ])('without a threshold, a drawdown of %d appears %d times and sends nothing', async (dd, times) => {
    const app = await world.application({ mt5: { drawdown_threshold: 0 } })
    const { key } = await world.device(app)
    await world.call('mt5pulse', app, { account_key: key, equity: 1, dd })
    const found = await world.of(app, 'drawdown')
    expect(found).toHaveLength(times)
    for (const one of found) expect(one).toMatchObject({ level: 'high', delivery: null })
  })

  it.each([
    ['with the other sign', { equity: 6500, balance: 10_000, dd: '-35.00' }],
    ['with the other sign alone', { dd: -35 }],
    ['not at all', { equity: 6500, balance: 10_000 }],
    ['as no number', { equity: 6500, balance: 10_000, dd: 'inf' }],
    ['smaller than it is', { equity: '6,500.00', balance: '10,000.00', dd: 0 }],
  ])("appears once when a program reports %s, and ends with the account's recovery", async (_, said) => {
    const app = await world.application(policy)
    const { key } = await world.device(app)
    for (let i = 0; i < 2; i++) {
      expect(await world.tell(app, key, { ...said, positions: 4 })).toMatchObject({ telemetry_ok: 1 })
      pass(60)
    }
    expect(await world.only(app, 'drawdown')).toMatchObject({
      level: 'high',
      times: 1,
      facts: { dd: 35, threshold: 30, now: 35 },
    })
    await world.tell(app, key, { equity: 9000, balance: 10_000 })
    expect(await world.only(app, 'drawdown')).toMatchObject({ level: 'medium', facts: { now: 10 } })
    await world.tell(app, key, said)
    expect(await world.only(app, 'drawdown')).toMatchObject({ level: 'high', times: 2 })
  })

  it('survives a restart, is not sent again, and shows the outcome of its alert', async () => {
    const app = await world.application(policy)
    const { id, key } = await world.device(app)
    await world.pulse(app, key, { dd: 33 })
    await until(async () => {
      const events = await world.server.store.read((unit) => unit.risks.events(0, 1000))
      return events.some(({ deviceId }) => deviceId === id)
    }, 'the event on disk')
    await world.acknowledge(await world.only(app, 'drawdown'))
    await world.server.close()
    changeDatabase(world.server, "UPDATE risk_events SET outbox_key = 'alert' WHERE device_id = ?", id)
    changeDatabase(
      world.server,
      `INSERT INTO outbox (key, kind, app_id, open_id, text, state, next_at, created_at)
       VALUES ('alert', 'messenger', ?, 'ou_x', 'text', 'dead', 0, ?)`,
      app,
      now(),
    )
    await world.reopen()
    await world.pulse(app, key, { dd: 33 })
    expect(await world.only(app, 'drawdown')).toMatchObject({
      times: 1,
      delivery: 'dead',
      acknowledged: { note: 'looked at' },
    })
  })
})

describe('the risk of an overdue close', () => {
  it('is high while positions are open, low once they are closed late, and new with another order', async () => {
    const app = await world.application()
    const { id, key } = await world.device(app)
    const order = async () => {
      await world.developer.call('device_control', { ids: [id], close_all: true })
      await world.pulse(app, key, { positions: 3 })
      pass(60)
      await until(
        async () => (await world.developer.call('device_get', { id })).close_all.state === 'overdue',
        'the order to be overdue',
      )
    }
    await order()
    const first = await world.only(app, 'close_overdue')
    expect(first).toMatchObject({
      level: 'high',
      subject: key,
      at: now(),
      times: 1,
      facts: { positions: 3, state: 'overdue' },
    })
    await world.acknowledge(first)
    await world.pulse(app, key, { positions: 0 })
    await until(
      async () => (await world.only(app, 'close_overdue')).facts['state'] === 'confirmed',
      'the account to be flat',
    )
    expect(await world.only(app, 'close_overdue')).toMatchObject({
      level: 'low',
      acknowledged: { note: 'looked at' },
    })
    await order()
    expect(await world.only(app, 'close_overdue')).toMatchObject({ times: 2, acknowledged: null })
  })
})

describe('risks of refused calls', () => {
  it('of one kind from one address form a cluster from twenty in ten minutes', async () => {
    const app = await world.application()
    const forged = (from: string) => world.call('kmlogon', app, { kami: 'x', t: now(), sign: 'wrong' }, from)
    for (let i = 0; i < 19; i++) expect(await forged('192.0.2.10')).toBe(106)
    expect(await world.of(app, 'refused_cluster')).toEqual([])
    // Ten minutes later the earlier calls don't count.
    pass(601)
    await forged('192.0.2.10')
    expect(await world.of(app, 'refused_cluster')).toEqual([])
    for (let i = 0; i < 19; i++) await forged('192.0.2.10')
    const cluster = await world.only(app, 'refused_cluster')
    expect(cluster).toMatchObject({
      level: 'medium',
      subject_kind: 'application',
      subject_id: app,
      times: 20,
      since: now(),
      facts: { address: '192.0.2.10', guard: 'signature', code: 106, api: 'kmlogon' },
    })
    await world.acknowledge(cluster)
    await forged('192.0.2.10')
    expect(await world.only(app, 'refused_cluster')).toMatchObject({
      times: 21,
      acknowledged: { by: 'developer' },
    })
    // After an hour without a call the cluster is a new one.
    pass(3601)
    for (let i = 0; i < 20; i++) await forged('192.0.2.10')
    expect(await world.only(app, 'refused_cluster')).toMatchObject({ times: 20, acknowledged: null })
  })

  it('include guesses of codes, which no guard refuses, but not codes that are refused once each', async () => {
    const app = await world.application({ sign: false, window: 0 })
    for (let i = 0; i < 20; i++)
      expect(await world.call('kmlogon', app, { kami: `guess ${i}`, markcode: 'PC' }, '192.0.2.11')).toBe(149)
    for (let i = 0; i < 20; i++)
      await world.call('kmlogon', app, { kami: 'guess', markcode: 'PC' }, `198.51.100.${i}`)
    expect(await world.only(app, 'refused_cluster')).toMatchObject({
      facts: { address: '192.0.2.11', guard: 'guess', code: 149 },
    })
  })

  it('from very many addresses are at most twenty clusters and one without an address', async () => {
    const app = await world.application({ state: 'n' })
    const addresses = Array.from({ length: 25 }, (_, i) => `203.0.113.${i}`)
    for (const from of addresses)
      await Promise.all(Array.from({ length: 21 }, () => world.call('ini', app, {}, from)))
    const clusters = await world.of(app, 'refused_cluster')
    expect(clusters.filter(({ facts }) => facts['address'] !== '')).toHaveLength(20)
    expect(clusters.filter(({ facts }) => facts['address'] === '')).toHaveLength(1)
    expect(new Set(clusters.map(({ level }) => level))).toEqual(new Set(['low']))
  })
})

it('report a wrong clock with its difference', async () => {
  const app = await world.application()
  const { appkey } = await world.developer.call('app_get', { app })
  const call = (t: number) => {
    const pairs: Pair[] = [
      ['kami', 'x'],
      ['t', String(t)],
    ]
    return world.call(
      'kmlogon',
      app,
      { ...Object.fromEntries(pairs), sign: signPairs(pairs, appkey) },
      '192.0.2.20',
    )
  }
  for (const by of [-3600, -3601]) expect(await call(now() + by)).toBe(105)
  expect(await world.of(app, 'skewed_clock')).toEqual([])
  await call(now() - 3602)
  expect(await world.only(app, 'skewed_clock')).toMatchObject({
    times: 3,
    facts: { address: '192.0.2.20', skew: -3602, window: 10 },
  })
  expect(await world.of(app, 'refused_cluster')).toEqual([])
})

describe('the risk of many addresses', () => {
  it('appears for a code and an account at five in a day, again at twice as many, and ends a day later', async () => {
    const app = await world.application({ sign: false, window: 0, device_check: false })
    const { kamis } = await world.developer.call('code_generate', { app, type: 'permanent', count: 1 })
    const { id: device, key } = await world.device(app)
    const from = async (n: number) => {
      const address = `198.51.100.${n}`
      await world.call('kmlogon', app, { kami: kamis[0]!, markcode: 'PC' }, address)
      await world.pulse(app, key, { equity: 1 }, address)
    }
    for (let n = 1; n <= 4; n++) await from(n)
    expect(await world.of(app, 'many_addresses')).toEqual([])
    await from(5)
    const rows = await world.of(app, 'many_addresses')
    expect(rows.map(({ subject_kind }) => subject_kind).sort()).toEqual(['code', 'device'])
    for (const row of rows)
      expect(row).toMatchObject({
        level: 'medium',
        since: now(),
        facts: { addresses: 5, address: '198.51.100.5' },
        subject: row.subject_kind === 'code' ? kamis[0] : key,
      })
    expect(rows.find(({ subject_kind }) => subject_kind === 'device')!.subject_id).toBe(device)
    await world.developer.call('risk_acknowledge', { keys: rows.map((row) => row.key), note: 'on a tour' })
    for (let n = 6; n <= 10; n++) await from(n)
    for (const row of await world.of(app, 'many_addresses'))
      expect(row).toMatchObject({ level: 'high', facts: { addresses: 10 }, acknowledged: null })
    await world.wait(86_401)
    expect(await world.of(app, 'many_addresses')).toEqual([])
  })
})
