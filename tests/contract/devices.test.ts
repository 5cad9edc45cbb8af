import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '../../src-server/domain/device/device.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import {
  addApplication,
  addDevice,
  addOperator,
  FOREVER,
  HARD_TEXT,
  NOW,
  sampleDevice,
  write,
} from './sample-records.ts'

const MISSING = 999_999

describe.each(ENGINES)('trading accounts on %s', (engine) => {
  let open: OpenStore
  let agent: number
  /** Each test has an application of its own. */
  let app: number
  let other: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
    await write(open.store, async (unit) => {
      const owner = await addOperator(unit, 'dev')
      agent = await addOperator(unit, 'agent', 'agent')
      other = await addApplication(unit, owner, 'other')
    })
  })
  afterAll(() => open.close())

  /** An application with accounts of these keys. */
  const place = (...keys: string[]) =>
    write(open.store, async (unit) => {
      const owner = await addOperator(unit, `owner${made++}`)
      app = await addApplication(unit, owner, `app${made}`)
      const devices: Device[] = []
      for (const key of keys) devices.push(await addDevice(unit, app, key))
      return devices
    })
  const find = (key: string) => open.store.read((unit) => unit.devices.find(app, key))
  const idsOf = (devices: readonly Device[]) => devices.map(({ id }) => id)

  it('an inserted account comes back as it was given', async () => {
    await place()
    const given = sampleDevice(app, `1@${HARD_TEXT}`, {
      label: HARD_TEXT,
      license: 'K-1',
      buyUrl: 'https://example.org/?a=1&b=2',
      agentId: agent,
      vip: FOREVER,
      disabled: true,
      disableReason: "it's off",
      debug: true,
      pauseAdd: true,
      note: HARD_TEXT,
      tags: ['b', 'A', '中文'],
      fields: { 1: 'x', 2: "it's 50%" },
      messengerOpenId: 'ou_1',
      createdAt: FOREVER,
    })
    const stored = await write(open.store, (unit) => unit.devices.insert(given))
    expect(stored).toEqual({ ...given, id: stored?.id })
    expect(await find(given.accountKey)).toEqual(stored)
  })

  it('an account that is there already is not inserted again, and its neighbour is', async () => {
    await place('1@S')
    const [again, next] = await write(open.store, async (unit) => [
      await unit.devices.insert(sampleDevice(app, '1@S', { label: 'again' })),
      await unit.devices.insert(sampleDevice(app, '1@s')),
    ])
    expect(again).toBeUndefined()
    expect(next?.accountKey).toBe('1@s')
    expect((await find('1@S'))?.label).toBe('')
  })

  it('the same key is free in another application', async () => {
    await place('1@S')
    const device = await write(open.store, (unit) => addDevice(unit, other, '1@S'))
    expect((await find('1@S'))?.id).not.toBe(device.id)
  })

  it('after() walks in the order of ids, and lastId() is the highest', async () => {
    const devices = await place('3@S', '1@S', '2@S')
    const ids = idsOf(devices)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    const seen = await open.store.read(async (unit) => ({
      first: idsOf(await unit.devices.after(ids[0]! - 1, 2)),
      rest: idsOf(await unit.devices.after(ids[1]!, 10)),
      last: await unit.devices.lastId(),
    }))
    expect(seen).toEqual({ first: ids.slice(0, 2), rest: ids.slice(2), last: ids[2] })
  })

  it('ofLogin() finds the login on each server, in the order of bytes', async () => {
    await place('1@b', '1@B', '11@a', '1@', '1', '1@é', '0@a', '1A')
    const keys = await open.store.read(async (unit) =>
      (await unit.devices.ofLogin(app, '1', 10)).map(({ accountKey }) => accountKey),
    )
    expect(keys).toEqual(['1@', '1@B', '1@b', '1@é'])
    const few = await open.store.read((unit) => unit.devices.ofLogin(app, '1', 2))
    expect(few.map(({ accountKey }) => accountKey)).toEqual(['1@', '1@B'])
  })

  it('renew() and update() write their members and the next revision', async () => {
    const [device] = await place('1@S')
    const renewed = await write(open.store, (unit) =>
      unit.devices.renew(device!.id, { vip: FOREVER, license: 'K', agentId: agent }),
    )
    expect(renewed).toEqual({ ...device, vip: FOREVER, license: 'K', agentId: agent, revision: 1 })
    const change = { tags: ['x'], fields: { 7: 'seven' }, agentId: null, disabled: true }
    const updated = await write(open.store, (unit) => unit.devices.update(device!.id, change))
    expect(updated).toEqual({ ...renewed, ...change, revision: 2 })
    expect(await find('1@S')).toEqual(updated)
  })

  it('an empty change gives the account as it is', async () => {
    const [device] = await place('1@S')
    const [one, many] = await write(open.store, async (unit) => [
      await unit.devices.update(device!.id, {}),
      await unit.devices.updateMany([device!.id, MISSING], {}),
    ])
    expect(one).toEqual(device)
    expect(many).toEqual([device])
  })

  it('an account that is gone gives undefined', async () => {
    await place()
    const results = await write(open.store, async (unit) => [
      await unit.devices.find(app, '1@S'),
      await unit.devices.renew(MISSING, { vip: 1, license: '', agentId: null }),
      await unit.devices.update(MISSING, { label: 'x' }),
      await unit.devices.update(MISSING, {}),
      (await unit.devices.move([{ id: MISSING, accountKey: '2@S' }]))[0],
    ])
    expect(results).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('many accounts are inserted, found and changed, each in its own way', async () => {
    const [there] = await place('1@S')
    const [inserted, found] = await write(open.store, async (unit) => [
      await unit.devices.insertMany([
        sampleDevice(app, '1@S', { label: 'again' }),
        sampleDevice(app, '3@S', { tags: ['b', '中文'], vip: FOREVER }),
        sampleDevice(app, '2@S', { fields: { 1: "it's 50%" } }),
        sampleDevice(other, `${made}@Elsewhere`),
      ]),
      await unit.devices.findMany(app, ['2@S', '1@S', '9@S']),
    ])
    const [third, second] = inserted
    expect(inserted.map(({ accountKey }) => accountKey)).toEqual(['3@S', '2@S', `${made}@Elsewhere`])
    expect(third).toEqual({
      ...sampleDevice(app, '3@S', { tags: ['b', '中文'], vip: FOREVER }),
      id: third!.id,
    })
    expect(second).toMatchObject({ fields: { 1: "it's 50%" } })
    expect(found.sort((a, b) => a.id - b.id)).toEqual([there, second])
    const changed = await write(open.store, (unit) =>
      unit.devices.updateEach([
        { id: second!.id, change: { note: HARD_TEXT, tags: [] } },
        { id: MISSING, change: { note: 'nobody' } },
        { id: third!.id, change: { tags: ['c'], note: '' } },
        { id: there!.id, change: { vip: 5, pauseOpen: true } },
      ]),
    )
    expect(changed.sort((a, b) => a.id - b.id)).toEqual([
      { ...there, vip: 5, pauseOpen: true, revision: 1 },
      { ...third, tags: ['c'], note: '', revision: 1 },
      { ...second, note: HARD_TEXT, tags: [], revision: 1 },
    ])
  })

  it('many accounts move, those whose new keys are free', async () => {
    const [first, second] = await place('1@S', '2@S', '2@T')
    const moved = await write(open.store, (unit) =>
      unit.devices.move([
        { id: first!.id, accountKey: '1@T' },
        { id: second!.id, accountKey: '2@T' },
      ]),
    )
    expect(moved).toEqual([{ ...first, accountKey: '1@T', revision: 1 }])
    expect(await find('2@S')).toEqual(second)
  })

  it('many accounts change together, in the order of ids, and an empty list changes none', async () => {
    const devices = await place('1@S', '2@S', '3@S')
    const [first, second, third] = idsOf(devices)
    const changed = await write(open.store, (unit) =>
      unit.devices.updateMany([third!, MISSING, first!], { label: 'L' }),
    )
    expect(changed.map(({ id, label, revision }) => [id, label, revision])).toEqual([
      [first, 'L', 1],
      [third, 'L', 1],
    ])
    const none = await write(open.store, async (unit) => [
      await unit.devices.updateMany([], { label: 'M' }),
      await unit.devices.ofIds([]),
      await unit.devices.deleteMany([]),
      await unit.devices.extend([], { seconds: 5 }, NOW),
    ])
    expect(none).toEqual([[], [], [], []])
    const found = await open.store.read((unit) => unit.devices.ofIds([third!, second!, first!, MISSING]))
    expect(found.map(({ id, label }) => [id, label])).toEqual([
      [first, 'L'],
      [second, ''],
      [third, 'L'],
    ])
  })

  it('deleteMany() gives the deleted accounts', async () => {
    const devices = await place('1@S', '2@S', '3@S')
    const [first, , third] = idsOf(devices)
    const deleted = await write(open.store, (unit) => unit.devices.deleteMany([third!, first!, MISSING]))
    expect(deleted).toEqual([devices[0], devices[2]])
    expect(await find('1@S')).toBeUndefined()
    expect((await find('2@S'))?.id).toBe(devices[1]?.id)
  })

  it('extend() counts from the later of the end and now, up to for ever, and never shortens', async () => {
    await place()
    const ends = [NOW - 50, NOW + 50, FOREVER - 10, FOREVER]
    const ids = await write(open.store, async (unit) => {
      const added: number[] = []
      for (const [i, vip] of ends.entries()) added.push((await addDevice(unit, app, `${i}@S`, { vip })).id)
      return added
    })
    const vips = (devices: readonly Device[]) => devices.map(({ id, vip }) => [ids.indexOf(id), vip])
    const extend = (extension: { seconds: number } | { until: number }) =>
      write(open.store, async (unit) => vips(await unit.devices.extend(ids, extension, NOW)))
    expect(await extend({ seconds: 100 })).toEqual([
      [0, NOW + 100],
      [1, NOW + 150],
      [2, FOREVER],
    ])
    expect(await extend({ until: NOW + 120 })).toEqual([[0, NOW + 120]])
    expect(await extend({ seconds: 0 })).toEqual([])
    expect(await extend({ until: FOREVER + 5 })).toEqual([
      [0, FOREVER],
      [1, FOREVER],
    ])
  })

  it('move() takes a free key only', async () => {
    const [first, second] = await place('1@S', '2@S')
    const [taken, same, free] = await write(open.store, async (unit) => [
      (await unit.devices.move([{ id: first!.id, accountKey: '2@S' }]))[0],
      (await unit.devices.move([{ id: second!.id, accountKey: '2@S' }]))[0],
      (await unit.devices.move([{ id: first!.id, accountKey: `3@${HARD_TEXT}` }]))[0],
    ])
    expect(taken).toBeUndefined()
    expect(same).toEqual({ ...second, revision: 1 })
    expect(free).toEqual({ ...first, accountKey: `3@${HARD_TEXT}`, revision: 1 })
    await write(open.store, (unit) => addDevice(unit, other, '9@S'))
    const [elsewhere] = await write(open.store, (unit) =>
      unit.devices.move([{ id: first!.id, accountKey: '9@S' }]),
    )
    expect(elsewhere?.accountKey).toBe('9@S')
  })

  it('endFree() ends the records of free mode, and no others', async () => {
    await place()
    await write(open.store, async (unit) => {
      await addDevice(unit, app, '1@S', { license: 'FREE', vip: FOREVER })
      await addDevice(unit, app, '2@S', { license: 'FREE', vip: NOW + 5 })
      await addDevice(unit, app, '3@S', { license: 'free', vip: FOREVER })
      await addDevice(unit, app, '4@S', { license: 'FREE', vip: FOREVER + 1 })
    })
    const ended = await write(open.store, (unit) => unit.devices.endFree(app, NOW))
    expect(ended.map(({ accountKey, vip, revision }) => [accountKey, vip, revision])).toEqual([
      ['1@S', NOW, 1],
      ['4@S', NOW, 1],
    ])
    expect(await write(open.store, (unit) => unit.devices.endFree(app, NOW))).toEqual([])
  })

  it('an account goes with its application', async () => {
    const [device] = await place('1@S')
    await write(open.store, (unit) => unit.applications.delete(app))
    expect(await open.store.read((unit) => unit.devices.ofIds([device!.id]))).toEqual([])
  })
})
