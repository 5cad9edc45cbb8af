import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Request } from '../../src-server/domain/aftersales/request.ts'
import type { RequestFilter } from '../../src-server/store/repositories/requests.ts'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { idsOfPages } from './pages.ts'

const FOR_EVER = 4_102_243_200
const [OWNER, DEVELOPER, AGENT, OTHER_AGENT] = [11, 12, 13, 14]
const [APP, OTHERS] = [10_001, 10_003]
const EVERYTHING: Scope = { kind: 'everything' }
const OWNED: Scope = { kind: 'ownedBy', operatorId: DEVELOPER }
const OF_AGENT: Scope = { kind: 'attributedTo', operatorId: AGENT }
let last = 0

function request(given: Partial<Request> = {}): Omit<Request, 'id'> {
  const number = String(++last).padStart(8, '0')
  return {
    ...{
      number,
      kind: 'unbind',
      state: 'pending',
      appId: APP,
      codeId: null,
      deviceId: null,
      subject: `S${number}`,
    },
    ...{
      newKey: '',
      oldMachine: '',
      freedMachine: '',
      contact: `c${number}`,
      reason: 'r',
      description: '',
      ip: number,
    },
    ...{ createdAt: 100, expiresAt: 1000, endedAt: null, decidedBy: null, decidedByName: '', answer: '' },
    ...{ waived: false, takenSeconds: 0, takenUses: 0, reversedAt: null, reversedByName: '' },
    ...given,
  }
}

describe.each(ENGINES)('requests on %s', (engine) => {
  let open: OpenStore
  const read = <T>(work: (requests: Unit['requests']) => Promise<T>) =>
    open.store.read((unit) => work(unit.requests))
  const write = <T>(work: (requests: Unit['requests']) => Promise<T>) =>
    open.store.write((unit) => work(unit.requests), { durable: false })
  const add = async (given: Partial<Request> = {}) => {
    const added = await write((requests) => requests.insert(request(given)))
    if (added === undefined) throw new Error('not added')
    return added
  }

  beforeAll(async () => {
    open = await openStore(engine)
    const people = [OWNER, DEVELOPER, AGENT, OTHER_AGENT]
    await open.seed(
      'operators',
      people.map((id) => ({ id, name: `n${id}` })),
    )
    await open.seed('applications', [
      { id: APP, ownerId: DEVELOPER },
      { id: OTHERS, ownerId: OWNER },
    ])
    await open.seed('codes', [
      { id: 1, appId: APP, kami: 'K1', agentId: AGENT },
      { id: 2, appId: APP, kami: 'K2', agentId: OTHER_AGENT },
      { id: 3, appId: OTHERS, kami: 'K3' },
    ])
    await open.seed('devices', [
      { id: 1, appId: APP, accountKey: '1@a', agentId: AGENT },
      { id: 2, appId: APP, accountKey: '2@a' },
    ])
  })
  const empty = () => open.run('DELETE FROM requests')
  afterAll(() => open.close())

  it('a code or an account has one open request', async () => {
    const given = request({
      codeId: 1,
      description: `it's "x" \\ 100%_ 客户`,
      waived: true,
      expiresAt: FOR_EVER,
    })
    const first = await write((requests) => requests.insert(given))
    expect(first).toEqual({ ...given, id: first!.id })
    expect(await write((requests) => requests.insert(request({ codeId: 1 })))).toBeUndefined()
    expect(await write((requests) => requests.insert(request({ number: given.number })))).toBeUndefined()
    const device = await add({ deviceId: 1, kind: 'rebind' })
    expect(await write((requests) => requests.insert(request({ deviceId: 1 })))).toBeUndefined()
    expect(await read((requests) => requests.findByNumber(given.number))).toEqual(first)
    expect(await read((requests) => requests.findByNumber('none'))).toBeUndefined()
    expect(await read((requests) => requests.findOpen({ codeId: 1 }))).toEqual(first)
    expect(await read((requests) => requests.findOpen({ deviceId: 1 }))).toEqual(device)
    expect(await read((requests) => requests.findOpen({ codeId: 2 }))).toBeUndefined()
    await empty()
  })

  it('an open request ends once, and an approved one is reversed once', async () => {
    const { id } = await add({ codeId: 1 })
    const end = {
      state: 'approved',
      endedAt: FOR_EVER,
      decidedBy: AGENT,
      decidedByName: '王',
      takenUses: 3,
    } as const
    expect(
      await write((requests) => requests.reverse(id, { reversedAt: 1, reversedByName: 'x', answer: '' })),
    ).toBeUndefined()
    expect(await write((requests) => requests.end(id, end))).toMatchObject({ id, ...end })
    expect(await write((requests) => requests.end(id, { state: 'rejected', endedAt: 2 }))).toBeUndefined()
    expect(await write((requests) => requests.end(999, end))).toBeUndefined()
    expect(await read((requests) => requests.findOpen({ codeId: 1 }))).toBeUndefined()
    const reversal = { reversedAt: 5, reversedByName: '"W"', answer: 'back' }
    expect(await write((requests) => requests.reverse(id, reversal))).toMatchObject({ id, ...reversal })
    expect(await write((requests) => requests.reverse(id, reversal))).toBeUndefined()
    expect((await add({ codeId: 1 })).id).toBeGreaterThan(id)
    await empty()
  })

  it('open requests are found by their times', async () => {
    const late = await add({ createdAt: 50, expiresAt: 200 })
    const soon = await add({ createdAt: 60, expiresAt: 150 })
    const never = await add({ createdAt: 60, expiresAt: FOR_EVER })
    const ended = await add({ createdAt: 55, expiresAt: 10 })
    await write((requests) => requests.end(ended.id, { state: 'withdrawn', endedAt: 70 }))
    const ids = (rows: readonly Request[]) => rows.map(({ id }) => id)
    expect(ids(await read((requests) => requests.due(149, 9)))).toEqual([])
    expect(ids(await read((requests) => requests.due(200, 9))).sort((a, b) => a - b)).toEqual([
      late.id,
      soon.id,
    ])
    expect(ids(await read((requests) => requests.due(200, 1)))).toEqual([soon.id])
    expect(ids(await read((requests) => requests.openBetween(49, 60, 9)))).toEqual([
      late.id,
      soon.id,
      never.id,
    ])
    expect(ids(await read((requests) => requests.openBetween(50, 60, 1)))).toEqual([soon.id])
    expect(ids(await read((requests) => requests.openBetween(60, FOR_EVER, 9)))).toEqual([])
    const counts = (scope: Scope, now: number) => read((requests) => requests.counts(scope, now, 50))
    expect(await counts(EVERYTHING, 0)).toEqual({ pending: 3, overdue: 1, oldestAt: 50 })
    expect(await counts(EVERYTHING, 200)).toEqual({ pending: 1, overdue: 0, oldestAt: 60 })
    expect(await counts(OF_AGENT, 0)).toEqual({ pending: 0, overdue: 0, oldestAt: null })
    expect(await read((requests) => requests.countSince(60, { ip: soon.ip }))).toBe(1)
    expect(await read((requests) => requests.countSince(61, { ip: soon.ip }))).toBe(0)
    await empty()
  })

  it('lists filter, search and sort what is in sight', async () => {
    const rows: (Request & { readonly agentId: number | null })[] = []
    const lay = async (given: Partial<Request>, agentId: number | null) => {
      rows.push({ ...(await add(given)), agentId })
    }
    await lay({ codeId: 1, subject: `it's 100%`, createdAt: 30 }, AGENT)
    await lay({ codeId: 2, contact: 'Wei_Xin 客户', createdAt: 10 }, OTHER_AGENT)
    await lay({ codeId: 3, appId: OTHERS, newKey: '5@Server', createdAt: 20 }, null)
    await lay({ deviceId: 1, kind: 'rebind', newKey: 'a\\b', createdAt: 20 }, AGENT)
    await lay({ deviceId: 2, kind: 'rebind', state: 'approved', endedAt: 90, createdAt: 20 }, null)
    await lay({ state: 'rejected', endedAt: 80, subject: 'PLAIN' }, null)
    await lay({ codeId: 1, state: 'expired', endedAt: 90, subject: 'plain' }, AGENT)

    const sees = (scope: Scope, row: (typeof rows)[number]): boolean => {
      if (scope.kind === 'within') return scope.apps.includes(row.appId) && sees(scope.of, row)
      if (scope.kind === 'everything') return true
      if (scope.kind === 'ownedBy') return scope.operatorId === (row.appId === APP ? DEVELOPER : OWNER)
      return row.agentId === scope.operatorId
    }
    const expectList = async (
      scope: Scope,
      filter: RequestFilter,
      search: string | undefined,
      wanted: (row: (typeof rows)[number]) => boolean,
    ) => {
      const found = rows.filter((row) => sees(scope, row) && wanted(row))
      const text = search === undefined ? {} : { search }
      for (const sort of ['id', 'created_at', 'ended_at'] as const)
        for (const desc of [false, true]) {
          const valueOf = (row: Request) =>
            sort === 'id' ? row.id : sort === 'created_at' ? row.createdAt : (row.endedAt ?? -1)
          const expected = found
            .toSorted((a, b) => valueOf(a) - valueOf(b) || a.id - b.id)
            .map(({ id }) => id)
          const ids = await idsOfPages(sort, desc, (query) =>
            read((requests) => requests.list(scope, filter, { ...query, ...text })),
          )
          expect(ids, JSON.stringify([scope, filter, search, sort, desc])).toEqual(
            desc ? expected.toReversed() : expected,
          )
        }
      const open = found
        .filter(({ state }) => state === 'pending')
        .toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
      expect(await read((requests) => requests.openIds(scope, filter, search, 99))).toEqual(
        open.map(({ id }) => id),
      )
      return found.length
    }
    const within: Scope = { kind: 'within', apps: [APP], of: { kind: 'everything' } }
    for (const scope of [EVERYTHING, OWNED, OF_AGENT, within])
      await expectList(scope, {}, undefined, () => true)
    for (const scope of [EVERYTHING, OWNED]) {
      await expectList(scope, { app: OTHERS }, undefined, ({ appId }) => appId === OTHERS)
      await expectList(scope, { agent: AGENT }, undefined, ({ agentId }) => agentId === AGENT)
      await expectList(
        scope,
        { state: 'pending', kind: 'rebind' },
        undefined,
        (row) => row.state === 'pending' && row.kind === 'rebind',
      )
    }
    for (const search of ['%', '_', '\\', "'", 'plain', '客户', '5@SERVER', 'none', ''])
      await expectList(EVERYTHING, {}, search, ({ subject, newKey, contact }) =>
        [subject, newKey, contact].some((one) => one.toLowerCase().includes(search.toLowerCase())),
      )
    const { number, id } = rows[3]!
    expect(
      await expectList(EVERYTHING, {}, `${number.slice(0, 4)}-${number.slice(4)}`, (row) => row.id === id),
    ).toBe(1)

    expect(await read((requests) => requests.findInScope(OF_AGENT, id))).toEqual(rows[3])
    expect(await read((requests) => requests.findInScope(OWNED, rows[2]!.id))).toBeUndefined()
    expect(await read((requests) => requests.openIds(EVERYTHING, {}, undefined, 1))).toEqual([rows[1]!.id])
    await empty()
  })

  it('similar requests share a subject, a contact or an address', async () => {
    const one = await add({ codeId: 1, contact: 'same', ip: '1.2.3.4' })
    await write((requests) => requests.end(one.id, { state: 'rejected', endedAt: 1 }))
    const again = await add({ codeId: 1 })
    const contact = await add({ contact: 'same', deviceId: 2 })
    const address = await add({ ip: '1.2.3.4', appId: OTHERS })
    const alike = async (scope: Scope, limit = 9) =>
      (await read((requests) => requests.alike(scope, one, limit))).map(({ id }) => id)
    expect(await alike(EVERYTHING)).toEqual([address.id, contact.id, again.id])
    expect(await alike(OWNED)).toEqual([contact.id, again.id])
    expect(await alike(OF_AGENT)).toEqual([again.id])
    expect(await alike({ kind: 'within', apps: [OTHERS], of: { kind: 'everything' } })).toEqual([address.id])
    const [row] = await read((requests) => requests.alike(OWNED, again, 1))
    const { id, kind, state, appId, codeId, deviceId, subject, newKey, ip, createdAt, decidedByName } = one
    expect(row).toEqual({
      ...{
        id,
        kind,
        appId,
        codeId,
        deviceId,
        subject,
        newKey,
        contact: 'same',
        ip,
        createdAt,
        decidedByName,
      },
      state: state === 'pending' ? 'rejected' : state,
    })
    await open.run('DELETE FROM codes WHERE id = 1')
    expect((await read((requests) => requests.findByNumber(again.number)))?.codeId).toBeNull()
  })

  it('answers that are used again belong to one operator', async () => {
    const templates = <T>(work: (unit: Unit['replyTemplates']) => Promise<T>) =>
      open.store.write((unit) => work(unit.replyTemplates), { durable: false })
    const given = { operatorId: OWNER, title: `"it's"`, text: '好', createdAt: FOR_EVER }
    const first = await templates((unit) => unit.insert(given))
    const second = await templates((unit) => unit.insert({ ...given, title: 'A' }))
    expect(first).toEqual({ ...given, id: first.id })
    expect(await templates((unit) => unit.list(OWNER))).toEqual([first, second])
    expect(await templates((unit) => unit.list(AGENT))).toEqual([])
    expect(await templates((unit) => unit.find(AGENT, first.id))).toBeUndefined()
    const change = { title: 'new', text: '' }
    expect(await templates((unit) => unit.update(OWNER, first.id, change))).toEqual({ ...first, ...change })
    expect(await templates((unit) => unit.update(AGENT, first.id, change))).toBeUndefined()
    expect(await templates((unit) => unit.delete(AGENT, second.id))).toBeUndefined()
    expect(await templates((unit) => unit.delete(OWNER, second.id))).toEqual(second)
    expect(await templates((unit) => unit.find(OWNER, second.id))).toBeUndefined()
  })
})
