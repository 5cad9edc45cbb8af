import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../src-server/domain/webhook/webhook.ts'
import { happened } from '../../src-server/services/webhooks/happened.ts'
import type { NewChannel } from '../../src-server/store/repositories/channels.ts'
import type { NewDelivery } from '../../src-server/store/repositories/webhooks.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { layRows } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW } from './sample-records.ts'

const NO_ONE = 9_999
const ACCOUNT = { password_hash: '', qq: '', name: '', registration_ip: '', created_at: NOW }

describe.each(ENGINES)('webhooks and channels on %s', (engine) => {
  let open: OpenStore
  let dev: number
  let other: number
  let gold: number
  let silver: number
  let theirs: number
  let hook: Webhook
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const given = (over: Partial<Webhook> = {}): Omit<Webhook, 'id'> => ({
    ownerId: dev,
    name: HARD_TEXT,
    url: 'https://x/',
    events: ['first_use', 'expired'],
    appId: null,
    state: 'on',
    secret: HARD_TEXT,
    previousSecret: '',
    previousUntil: null,
    failingSince: null,
    suspendedAt: null,
    createdAt: NOW,
    ...over,
  })
  const insert = (over: Partial<Webhook> = {}) => write((unit) => unit.webhooks.insert(given(over)))

  beforeAll(async () => {
    open = await openStore(engine)
    await write(async (unit) => {
      dev = await addOperator(unit, 'dev')
      other = await addOperator(unit, 'other')
      gold = await addApplication(unit, dev, 'Gold')
      silver = await addApplication(unit, dev, 'Silver')
      theirs = await addApplication(unit, other, 'Theirs')
    })
    hook = await insert()
  })
  afterAll(() => open.close())

  it('a webhook is stored with sealed secrets, found and changed', async () => {
    expect(hook).toEqual({ id: hook.id, ...given() })
    const [row] = await open.run<{ secret: string; events: string }>(
      `SELECT secret, events FROM webhooks WHERE id = ${hook.id}`,
    )
    expect(row?.secret).toMatch(/^sealed:/)
    expect(await read((unit) => unit.webhooks.find(hook.id))).toEqual(hook)
    expect(await read((unit) => unit.webhooks.find(NO_ONE))).toBeUndefined()
    const change = { secret: 'b', previousSecret: 'a', previousUntil: FOREVER }
    expect(await write((unit) => unit.webhooks.update(hook.id, change))).toEqual({ ...hook, ...change })
    expect(await write((unit) => unit.webhooks.update(NO_ONE, change))).toBeUndefined()
  })

  it('events are wanted by the webhooks of the application and its owner', async () => {
    const ofGold = await insert({ appId: gold, events: ['code_created'], state: 'suspended' })
    const off = await insert({ state: 'off', events: ['code_created'] })
    const foreign = await insert({ ownerId: other, events: ['code_created'] })
    const wanting = (app: number, event: 'code_created' | 'first_use' | 'refunded') =>
      read((unit) => unit.webhooks.wanting(app, event))
    expect(await wanting(gold, 'code_created')).toEqual([ofGold.id])
    expect(await wanting(silver, 'code_created')).toEqual([])
    expect(await wanting(silver, 'first_use')).toEqual([hook.id])
    expect(await wanting(theirs, 'code_created')).toEqual([foreign.id])
    expect(await wanting(NO_ONE, 'code_created')).toEqual([])
    const apps = (event: 'code_created' | 'expired' | 'refunded') =>
      read((unit) => unit.webhooks.appsWanting(event))
    expect(await apps('code_created')).toEqual([gold, theirs])
    expect(await apps('expired')).toEqual([gold, silver])
    expect(await apps('refunded')).toEqual([])
    const ids = async (owner: number) =>
      (await read((unit) => unit.webhooks.listOf(owner))).map(({ id }) => id)
    expect(await ids(dev)).toEqual([hook.id, ofGold.id, off.id])
    await write((unit) => unit.webhooks.delete(off.id))
    await write((unit) => unit.webhooks.delete(off.id))
    expect(await ids(dev)).toEqual([hook.id, ofGold.id])
    expect(await ids(NO_ONE)).toEqual([])
  })

  it('licences end in an interval without its start and with its end', async () => {
    const code = (id: number, kami: string, over: object) => ({
      ...{ id, app_id: gold, kami, type: 'day', seconds: 1, created_at: NOW },
      ...over,
    })
    await layRows(open, 'codes', [
      code(1, 'start', { end_time: NOW }),
      code(2, "O'Code", { end_time: NOW + 10 }),
      code(3, 'first', { end_time: NOW + 1 }),
      code(4, 'binned', { end_time: NOW + 5, recycled_at: NOW }),
      code(5, 'endless', {}),
      code(6, 'elsewhere', { end_time: NOW + 5, app_id: silver }),
      code(7, 'same', { end_time: NOW + 1 }),
      code(8, 'after', { end_time: NOW + 11 }),
    ])
    await write((unit) => addDevice(unit, gold, '7@伦敦', { vip: NOW + 10 }))
    await layRows(open, 'accounts', [{ id: 1, app_id: gold, user: '用户', vip: NOW + 2, ...ACCOUNT }])
    const ended = (after: number, upTo: number) => read((unit) => unit.webhooks.ended(gold, after, upTo))
    expect(await ended(NOW, NOW + 10)).toEqual({
      codes: [
        { name: 'first', endsAt: NOW + 1 },
        { name: 'same', endsAt: NOW + 1 },
        { name: "O'Code", endsAt: NOW + 10 },
      ],
      tradingAccounts: [{ name: '7@伦敦', endsAt: NOW + 10 }],
      userAccounts: [{ name: '用户', endsAt: NOW + 2 }],
    })
    expect(await ended(NOW + 11, FOREVER)).toEqual({ codes: [], tradingAccounts: [], userAccounts: [] })
  })

  it('deliveries wait, are due, end and are forgotten', async () => {
    const [second, many] = [await insert(), await insert()]
    const delivery = (over: Partial<NewDelivery> = {}): NewDelivery => ({
      webhookId: hook.id,
      event: 'first_use',
      appId: gold,
      data: JSON.stringify({ note: HARD_TEXT }),
      state: 'waiting',
      createdAt: NOW,
      ...over,
    })
    const add = (over: Partial<NewDelivery> = {}) =>
      write((unit) => unit.webhookDeliveries.insert(delivery(over)))
    const one = await add({ createdAt: NOW + 1 })
    expect(one).toEqual({
      ...delivery({ createdAt: NOW + 1 }),
      id: one.id,
      eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/) as string,
      attempts: 0,
      firstAt: null,
      lastAt: null,
      nextAt: NOW + 1,
      tookMs: null,
      status: null,
      error: '',
      answer: '',
    })
    const two = await add()
    const three = await add({ appId: null, event: 'test', state: 'failed' })
    const four = await add({ webhookId: second.id, createdAt: FOREVER })
    expect(new Set([one, two, three, four].map(({ eventId }) => eventId)).size).toBe(4)
    const others = [
      delivery({ webhookId: many.id, createdAt: NOW + 2 }),
      delivery({ webhookId: many.id, appId: null }),
    ]
    const [first, last] = await write(async (unit) => {
      await unit.webhookDeliveries.insertMany(others)
      const stored = await unit.webhookDeliveries.log(many.id, { limit: 9 })
      await unit.webhooks.delete(many.id)
      return stored.reverse()
    })
    const made = { ...one, ...others[0], id: one.id + 4, eventId: first?.eventId, nextAt: NOW + 2 }
    expect(first).toEqual(made)
    expect(last).toEqual({ ...made, ...others[1], id: one.id + 5, eventId: last?.eventId, nextAt: NOW })
    expect(first?.eventId).not.toBe(last?.eventId)
    expect(last?.eventId).toMatch(/^evt_[0-9a-f]{32}$/)
    const repository = <T>(work: (unit: WriteUnit['webhookDeliveries']) => Promise<T>) =>
      write((unit) => work(unit.webhookDeliveries))
    const ids = (rows: readonly WebhookDelivery[]) => rows.map(({ id }) => id)

    expect(await repository((all) => all.find(two.id))).toEqual(two)
    expect(await repository((all) => all.find(NO_ONE))).toBeUndefined()
    expect(await repository((all) => all.waitingWebhooks())).toEqual([hook.id, second.id])
    const due = async (now: number, limit = 9) => ids(await repository((all) => all.due(hook.id, now, limit)))
    expect([await due(NOW - 1), await due(NOW), await due(NOW + 1), await due(NOW + 1, 1)]).toEqual([
      [],
      [two.id],
      [two.id, one.id],
      [two.id],
    ])
    const change = {
      state: 'failed',
      attempts: 3,
      lastAt: NOW,
      status: 500,
      error: HARD_TEXT,
      tookMs: 12,
    } as const
    expect(await repository((all) => all.update(one.id, change))).toEqual({ ...one, ...change })
    expect(await repository((all) => all.update(NO_ONE, change))).toBeUndefined()
    const counts = (id: number) => repository((all) => all.counts(id))
    expect(await counts(hook.id)).toEqual({ waiting: 1, failed: 1 })
    expect(await counts(NO_ONE)).toEqual({ waiting: 0, failed: 0 })
    const revived = { state: 'waiting', firstAt: NOW, nextAt: NOW + 50 } as const
    expect(await repository((all) => all.revive(one.id, revived))).toMatchObject(revived)
    expect(await repository((all) => all.release(hook.id, NOW))).toBe(2)
    expect(await repository((all) => all.find(one.id))).toMatchObject({ nextAt: NOW, firstAt: null })
    const log = async (query: object) =>
      ids(await repository((all) => all.log(hook.id, { limit: 9, ...query })))
    expect(await log({})).toEqual([three.id, two.id, one.id])
    expect(await log({ state: 'waiting', before: two.id })).toEqual([one.id])
    expect(await log({ limit: 1 })).toEqual([three.id])
    const forget = (ended: number, before: number, limit = 9) =>
      repository((all) => all.forget(ended, before, limit))
    await forget(NOW + 1, NOW, 0)
    expect(await log({})).toHaveLength(3)
    await forget(NOW + 1, NOW)
    expect(await log({})).toEqual([two.id, one.id])
    await forget(NOW, FOREVER)
    expect(await repository((all) => all.waitingWebhooks())).toEqual([second.id])
  })

  it('channels keep their secrets sealed', async () => {
    const channel: NewChannel = {
      personId: dev,
      kind: 'telegram',
      name: HARD_TEXT,
      config: { token: '1:abc', chat: '-100' },
      minLevel: 'high',
      enabled: true,
      createdAt: NOW,
    }
    const added = await write((unit) => unit.channels.insert(channel))
    expect(added).toEqual({ id: added.id, ...channel, checkedAt: null, lastError: '' })
    const [row] = await open.run<{ config: string }>(`SELECT config FROM channels WHERE id = ${added.id}`)
    expect(JSON.parse(row!.config)).toEqual({
      token: expect.stringMatching(/^sealed:/) as string,
      chat: '-100',
    })
    const second = await write((unit) => unit.channels.insert({ ...channel, config: {}, enabled: false }))
    expect(await read((unit) => unit.channels.listOf(dev))).toEqual([added, second])
    expect(await read((unit) => unit.channels.listOf(other))).toEqual([])
    const change = { config: { token: '2', chat: '' }, lastError: HARD_TEXT, checkedAt: FOREVER }
    expect(await write((unit) => unit.channels.update(added.id, change))).toEqual({ ...added, ...change })
    expect(await read((unit) => unit.channels.find(added.id))).toEqual({ ...added, ...change })
    expect(await write((unit) => unit.channels.update(NO_ONE, change))).toBeUndefined()
    expect(await read((unit) => unit.channels.find(NO_ONE))).toBeUndefined()
    const remove = () => write((unit) => unit.channels.delete(second.id))
    expect([await remove(), await remove()]).toEqual([true, false])
  })

  // Units of the row lane run at the same time, on PostgreSQL alone.
  it.runIf(engine === 'PostgreSQL')('an event passes over a webhook that is deleted meanwhile', async () => {
    const [gone, stays] = [await insert({ appId: silver }), await insert({ appId: silver })]
    const remove = () => write((unit) => unit.webhooks.delete(gone.id))
    const data = async () => {
      await remove()
      return { n: 1 }
    }
    await open.store.write((unit) => happened(unit, { event: 'first_use', app: silver, at: NOW, data }), {
      durable: true,
      lane: 'row',
    })
    const logOf = (id: number) => read((unit) => unit.webhookDeliveries.log(id, { limit: 9 }))
    expect(await logOf(stays.id)).toMatchObject([{ event: 'first_use', data: '{"n":1}' }])
    expect(await logOf(gone.id)).toEqual([])
  })
})
