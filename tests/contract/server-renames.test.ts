import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import type { SeatState } from '../../src-server/domain/code/seats.ts'
import type { ServerPlace, ServerRenameItem } from '../../src-server/store/repositories/server-renames.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode } from './sample-codes.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const MISSING = 999_999
const EVERYTHING: Scope = { kind: 'everything' }
const ALL = { after: 0, upTo: 1_000_000 }

describe.each(ENGINES)('renames of servers on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let app: number
  /** An application of another owner. */
  let foreign: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const place = () =>
    write(open.store, async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      app = await addApplication(unit, owner, 'app')
      foreign = await addApplication(unit, await addOperator(unit, `foreign${made}`), 'foreign')
    })
  const on = (server: string, over: Partial<ServerPlace> = {}): ServerPlace => ({
    server,
    ownerId: null,
    app: undefined,
    ...over,
  })
  /** @returns the id */
  const addUsed = async (unit: WriteUnit, kami: string, over: Partial<Code> = {}) => {
    const used = { seconds: 86_400, ip: '1.2.3.4', ip6: '::1', useTime: NOW, endTime: NOW + 86_400 }
    return (await addCode(unit, app, kami, { ...used, ...over })).id
  }

  const seatOf = (accountKey: string): SeatState => ({
    accountKey,
    ip: '1.2.3.4',
    ip6: '::1',
    useTime: NOW,
    endTime: null,
    gaveSeconds: 5,
    recordEndBefore: null,
    spent: false,
    takenSeconds: null,
  })

  it('accounts of a server are found by its exact name, in the order of ids', async () => {
    await place()
    const server = `S-${made} ${HARD_TEXT}`
    await write(open.store, async (unit) => {
      for (const key of [
        `2@${server}`,
        `1@${server}`,
        `3@${server}x`,
        `4@x${server}`,
        `5@${server}@y`,
        server,
      ])
        await addDevice(unit, app, key)
      await addDevice(unit, foreign, `6@${server}`)
      await addDevice(unit, app, `7@${server.toLowerCase()}`)
    })
    const found = async (given: ServerPlace, afterId = 0, limit = 10) => {
      const devices = await open.store.read((unit) => unit.serverRenames.devicesOn(given, afterId, limit))
      return devices.map(({ accountKey, id }) => [accountKey.slice(0, 1), id] as const)
    }
    const logins = async (given: ServerPlace) => (await found(given)).map(([login]) => login)
    expect(await logins(on(server))).toEqual(['2', '1', '6'])
    expect(await logins(on(server, { ownerId: owner }))).toEqual(['2', '1'])
    expect(await logins(on(server, { app }))).toEqual(['2', '1'])
    expect(await logins(on(server, { app: foreign, ownerId: owner }))).toEqual([])
    expect(await logins(on(`${server}@y`))).toEqual(['5'])
    const [first] = await found(on(server))
    expect((await found(on(server), first![1], 1)).map(([login]) => login)).toEqual(['1'])
  })

  it('codes and seats of a server are found in slices', async () => {
    await place()
    const server = `C-${made}`
    const [used, bound, both, seats] = await write(open.store, async (unit) => {
      const ids = [
        await addUsed(unit, 'used', { accountKey: `1@${server}` }),
        await addUsed(unit, 'bound', { markcode: `2@${server}` }),
        await addUsed(unit, 'both', { accountKey: '3@other', markcode: `3@${server}` }),
        await addUsed(unit, 'seats', { seats: 3 }),
      ]
      await addUsed(unit, 'none', { markcode: server })
      for (const accountKey of [`4@${server}`, '5@other', `6@${server}`])
        await unit.codeSeats.put([{ ...seatOf(accountKey), codeId: ids[3]!, appId: app }])
      return ids
    })
    const found = async (given: ServerPlace, slice = ALL) => {
      const codes = await open.store.read((unit) => unit.serverRenames.codesOn(given, slice))
      return codes.map(({ id, seat, accountKey, markcode }) => [id, seat !== null, accountKey || markcode])
    }
    const all = [
      [used, false, `1@${server}`],
      [bound, false, `2@${server}`],
      [seats, true, `4@${server}`],
      [seats, true, `6@${server}`],
    ]
    expect(await found(on(server))).toEqual(all)
    expect(await found(on(server, { ownerId: owner, app }))).toEqual(all)
    expect(await found(on(server, { app: foreign }))).toEqual([])
    expect(await found(on(server), { after: used!, upTo: both! })).toEqual([all[1]])
    expect(await found(on(server), { after: both!, upTo: seats! })).toEqual(all.slice(2))
    const seen = await open.store.read(async (unit) => {
      const onServer = await unit.serverRenames.codesOn(on(server), ALL)
      const seatIds = onServer.flatMap(({ seat }) => (seat === null ? [] : [seat]))
      return {
        codes: await unit.serverRenames.codesOf('code', [bound!, used!, MISSING]),
        seats: await unit.serverRenames.codesOf('seat', [...seatIds].reverse()),
        onServer,
        none: await unit.serverRenames.codesOf('seat', []),
      }
    })
    expect(seen.codes).toEqual(seen.onServer.slice(0, 2))
    expect(seen.seats).toEqual(seen.onServer.slice(2))
    expect(seen.seats[0]).toMatchObject({ id: seats, appId: app, markcode: '', revision: 0 })
    expect(seen.none).toEqual([])
  })

  it('a code moves while it has its revision, and from any address', async () => {
    await place()
    const [used, bound] = await write(open.store, async (unit) => [
      await addUsed(unit, 'used', { accountKey: '1@a' }),
      await addUsed(unit, 'bound', { markcode: '2@a' }),
    ])
    const move = (id: number) =>
      write(open.store, async (unit) => {
        const [code] = await unit.serverRenames.codesOf('code', [id])
        return [
          await unit.serverRenames.moveCodes([{ code: code!, to: '9@b' }]),
          await unit.serverRenames.moveCodes([{ code: code!, to: '8@b' }]),
        ]
      })
    expect([await move(used), await move(bound)]).toEqual([
      [1, 0],
      [1, 0],
    ])
    const codes = await open.store.read(async (unit) => [
      await unit.codes.find(app, 'used'),
      await unit.codes.find(app, 'bound'),
    ])
    expect(codes).toMatchObject([
      { accountKey: '9@b', markcode: '', ip: '1.2.3.4', ip6: '::1', revision: 1 },
      { accountKey: '', markcode: '9@b', ip: '', ip6: '', revision: 1 },
    ])
  })

  it('many codes and seats move at once', async () => {
    await place()
    const server = `Many${made}`
    await write(open.store, async (unit) => {
      await addUsed(unit, 'used', { accountKey: `1@${server}` })
      await addUsed(unit, 'bound', { markcode: `2@${server}` })
      const codeId = await addUsed(unit, 'seats', { seats: 3 })
      const seats = ['3', '4'].map((login) => ({ ...seatOf(`${login}@${server}`), codeId, appId: app }))
      await unit.codeSeats.put(seats)
    })
    const revisionOf = async (kami: string) =>
      (await open.store.read((unit) => unit.codes.find(app, kami)))?.revision ?? 0
    const before = await revisionOf('seats')
    const [moved, left] = await write(open.store, async (unit) => {
      const codes = await unit.serverRenames.codesOn(on(server), ALL)
      const moves = codes.map((code) => ({
        code,
        to: (code.accountKey || code.markcode).replace(server, 'new'),
      }))
      const count = await unit.serverRenames.moveCodes(moves)
      return [count, await unit.serverRenames.codesOn(on(server), ALL)] as const
    })
    expect([moved, left]).toEqual([4, []])
    const codes = await open.store.read((unit) => unit.serverRenames.codesOn(on('new', { app }), ALL))
    expect(codes.map(({ accountKey, markcode }) => accountKey || markcode)).toEqual([
      '1@new',
      '2@new',
      '3@new',
      '4@new',
    ])
    expect([await revisionOf('used'), await revisionOf('seats')]).toEqual([1, before + 2])
  })

  it('a seat moves, and raises the revision of its code', async () => {
    await place()
    const id = await write(open.store, async (unit) => {
      const added = await addUsed(unit, 'seats', { seats: 2 })
      await unit.codeSeats.put([{ ...seatOf(`1@M${made}`), codeId: added, appId: app }])
      return added
    })
    const revision = async () => (await open.store.read((unit) => unit.codes.find(app, 'seats')))!.revision
    const before = await revision()
    const moved = await write(open.store, async (unit) => {
      const [seat] = await unit.serverRenames.codesOn(on(`M${made}`), ALL)
      return [
        await unit.serverRenames.moveCodes([{ code: seat!, to: '1@new' }]),
        await unit.serverRenames.moveCodes([{ code: { ...seat!, seat: MISSING }, to: '1@new' }]),
      ]
    })
    const [seat] = await open.store.read((unit) => unit.codeSeats.ofCodes([id]))
    expect(moved).toEqual([1, 0])
    expect(seat).toMatchObject({ accountKey: '1@new', ip: '', ip6: '', useTime: NOW, gaveSeconds: 5 })
    expect(await revision()).toBe(before + 2)
  })

  it('a rename keeps its items, and is undone once', async () => {
    await place()
    const rename = {
      ownerId: owner,
      fromServer: 'Old',
      toServer: HARD_TEXT,
      byId: 5,
      by: '中文',
      at: FOREVER,
    }
    const item = (kind: ServerRenameItem['kind'], itemId: number, keyBefore: string) => ({
      appId: app,
      kind,
      itemId,
      keyBefore,
    })
    const items = [
      item('device', 30, '3@Old'),
      item('device', 10, '1@Old'),
      item('device', 20, `2@${HARD_TEXT}`),
      item('code', 10, '1@Old'),
      item('seat', 10, '1@Old'),
      item('seat', 11, '1@old'),
    ]
    const [id, platform] = await write(open.store, async (unit) => {
      const added = await unit.serverRenames.insert(rename)
      await unit.serverRenames.addItems(added, items.slice(0, 1))
      await unit.serverRenames.addItems(added, items.slice(1))
      await unit.serverRenames.addItems(added, [])
      return [added, await unit.serverRenames.insert({ ...rename, ownerId: null })]
    })
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    const seen = await open.store.read(async (unit) => ({
      devices: await unit.serverRenames.items(id, 'device', 0, 10),
      rest: await unit.serverRenames.items(id, 'device', 10, 1),
      seats: await unit.serverRenames.items(id, 'seat', 0, 10),
      own: await unit.serverRenames.list(own, 10),
      all: (await unit.serverRenames.list(EVERYTHING, 2)).map((one) => one.id),
      agents: await unit.serverRenames.list({ kind: 'attributedTo', operatorId: owner }, 10),
      within: await unit.serverRenames.list({ kind: 'within', of: own, apps: [app] }, 10),
      found: await unit.serverRenames.find(own, id),
      hidden: await unit.serverRenames.find(own, platform),
    }))
    const stored = { ...rename, id, undoneBy: '', undoneAt: null }
    expect(seen).toEqual({
      devices: [items[1], items[2], items[0]],
      rest: [items[2]],
      seats: [items[4], items[5]],
      own: [{ ...stored, accounts: 2, codes: 2 }],
      all: [platform, id],
      agents: [],
      within: [],
      found: stored,
      hidden: undefined,
    })
    const undone = await write(open.store, async (unit) => [
      await unit.serverRenames.markUndone(id, 'me', NOW),
      await unit.serverRenames.markUndone(id, 'you', NOW),
      await unit.serverRenames.markUndone(MISSING, 'me', NOW),
      await unit.serverRenames.find(own, id),
    ])
    expect(undone).toEqual([true, false, false, { ...stored, undoneBy: 'me', undoneAt: NOW }])
  })
})
