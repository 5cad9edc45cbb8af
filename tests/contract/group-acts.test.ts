import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '../../src-server/domain/device/device.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { GroupAct } from '../../src-server/store/repositories/group-acts.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const MISSING = 999_999
const GROUP = { chosen: true, app: HARD_TEXT, agent: '', server: '中文', symbol: '', tag: 'T' }
const EVERYTHING: Scope = { kind: 'everything' }

describe.each(ENGINES)('acts on groups on %s', (engine) => {
  let open: OpenStore
  let app: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
    app = await write(open.store, async (unit) => addApplication(unit, await addOperator(unit, 'dev'), 'app'))
  })
  afterAll(() => open.close())

  const act = (over: Partial<GroupAct> = {}) => ({
    operatorId: 5,
    act: 'pause' as const,
    group: GROUP,
    reason: HARD_TEXT,
    byId: 6,
    by: 'me',
    at: FOREVER,
    accounts: 0,
    positions: 0,
    paused: 0,
    ...over,
  })
  const addAct = (over: Partial<GroupAct> = {}) =>
    write(open.store, (unit) => unit.groupActs.insert(act(over)))
  const addDevices = (...pauses: boolean[]) =>
    write(open.store, async (unit) => {
      const devices: Device[] = []
      for (const pauseOpen of pauses) devices.push(await addDevice(unit, app, `${made++}@S`, { pauseOpen }))
      return devices
    })
  const pause = (id: number, ids: readonly number[]) =>
    write(open.store, (unit) => unit.groupActs.pause(id, ids))
  const resume = (id: number, ids: readonly number[]) =>
    write(open.store, (unit) => unit.groupActs.resume(id, ids))
  const pausedBy = (id: number) => open.store.read((unit) => unit.groupActs.pausedBy(id))

  it('an act comes back as it was written, and counts what it reached', async () => {
    const id = await addAct()
    const stored = await open.store.read((unit) => unit.groupActs.find(EVERYTHING, id))
    expect(stored).toEqual({ ...act(), id, resumedBy: '', resumedAt: null })
    const done = { accounts: 3, positions: 4, paused: 2 }
    await write(open.store, async (unit) => {
      await unit.groupActs.settle(id, done)
      await unit.groupActs.markResumed(id, '中文', NOW)
    })
    const [listed] = await open.store.read((unit) => unit.groupActs.list(EVERYTHING, 1))
    expect(listed).toEqual({ ...stored, ...done, resumedBy: '中文', resumedAt: NOW, left: 0 })
  })

  it('pause() takes the accounts that are not paused, in the order of ids', async () => {
    const [first, paused, third] = await addDevices(false, true, false)
    const id = await addAct()
    const changed = await pause(id, [third!.id, paused!.id, first!.id, MISSING])
    expect(changed).toEqual([first, third].map((one) => ({ ...one, pauseOpen: true, revision: 1 })))
    expect(await pausedBy(id)).toEqual([first!.id, third!.id])
    expect(await pause(id, [])).toEqual([])
    expect(await pause(id, [first!.id])).toEqual([])
  })

  it('resume() takes the accounts that this act paused', async () => {
    const [first, second] = await addDevices(false, false)
    const [one, two] = [await addAct(), await addAct()]
    await pause(one, [first!.id])
    await pause(two, [second!.id])
    expect(await resume(one, [second!.id, first!.id])).toEqual([{ ...first, pauseOpen: false, revision: 2 }])
    expect(await resume(one, [first!.id])).toEqual([])
    expect([await pausedBy(one), await pausedBy(two)]).toEqual([[], [second!.id]])
  })

  it('a switch that somebody else moved is no longer the act’s', async () => {
    const [first, second, third] = await addDevices(false, false, false)
    const id = await addAct()
    await pause(id, [first!.id, second!.id, third!.id])
    await write(open.store, async (unit) => {
      await unit.devices.update(first!.id, { pauseOpen: true })
      await unit.devices.updateMany([second!.id], { pauseOpen: false })
      await unit.devices.update(third!.id, { label: 'other' })
    })
    expect(await pausedBy(id)).toEqual([third!.id])
    expect((await resume(id, [first!.id, second!.id, third!.id])).map((one) => one.id)).toEqual([third!.id])
  })

  it('a later act takes an account over', async () => {
    const [device] = await addDevices(false)
    const [one, two] = [await addAct(), await addAct()]
    await pause(one, [device!.id])
    await resume(one, [device!.id])
    await pause(two, [device!.id])
    expect([await pausedBy(one), await pausedBy(two)]).toEqual([[], [device!.id]])
    await write(open.store, (unit) => unit.devices.deleteMany([device!.id]))
    expect(await pausedBy(two)).toEqual([])
  })

  it('acts are seen by their operator', async () => {
    const ids = [
      await addAct({ operatorId: 71 }),
      await addAct({ operatorId: 72 }),
      await addAct({ operatorId: 71 }),
    ]
    const [device] = await addDevices(false)
    await pause(ids[2]!, [device!.id])
    const seen = async (scope: Scope, limit = 10) => {
      const acts = await open.store.read((unit) => unit.groupActs.list(scope, limit))
      return acts.map(({ id, left }) => [id, left])
    }
    const own: Scope = { kind: 'ownedBy', operatorId: 71 }
    expect(await seen(own)).toEqual([
      [ids[2], 1],
      [ids[0], 0],
    ])
    expect(await seen(own, 1)).toEqual([[ids[2], 1]])
    expect(await seen({ kind: 'attributedTo', operatorId: 72 })).toEqual([[ids[1], 0]])
    expect(await seen({ kind: 'within', of: own, apps: [app] })).toEqual([])
    expect((await seen(EVERYTHING, 3)).map(([id]) => id)).toEqual([ids[2], ids[1], ids[0]])
    const found = await open.store.read(async (unit) => [
      await unit.groupActs.find(own, ids[1]!),
      await unit.groupActs.find(EVERYTHING, MISSING),
    ])
    expect(found).toEqual([undefined, undefined])
  })
})
