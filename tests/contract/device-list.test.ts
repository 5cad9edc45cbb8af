import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Device } from '../../src-server/domain/device/device.ts'
import type { DeviceFilter, DeviceSort } from '../../src-server/store/repositories/devices.ts'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addDevice, addOperator, FOREVER, NOW, write } from './sample-records.ts'
import { inOrder, query, walkList } from './walk-list.ts'

const MISSING = 999_999
const EVERYTHING: Scope = { kind: 'everything' }
const DAY = 86_400

describe.each(ENGINES)('the list of trading accounts on %s', (engine) => {
  let open: OpenStore
  /** Each test has an owner with two applications. */
  let owner: number
  let app: number
  let second: number
  let agent: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const place = (...rows: [key: string, over?: Partial<Device>][]) =>
    write(open.store, async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      agent = await addOperator(unit, `agent${made}`, 'agent')
      app = await addApplication(unit, owner, 'app')
      second = await addApplication(unit, owner, 'second')
      const devices: Device[] = []
      for (const [key, over] of rows) devices.push(await addDevice(unit, app, key, over))
      return devices
    })
  const addTo = (to: number, key: string, over: Partial<Device> = {}) =>
    write(open.store, (unit) => addDevice(unit, to, key, over))
  const list = (filter: DeviceFilter = {}, scope: Scope = { kind: 'ownedBy', operatorId: owner }) => {
    return (asked: ListQuery<DeviceSort>) =>
      open.store.read((unit) => unit.devices.list(scope, filter, asked, NOW))
  }
  const keys = (devices: readonly Device[]) => devices.map(({ accountKey }) => accountKey)
  const seen = async (filter: DeviceFilter, scope?: Scope, search?: string) => {
    const { rows, total, total_exact } = await list(filter, scope)(query({ sort: 'id', desc: false, search }))
    expect([total, total_exact]).toEqual([rows.length, true])
    return keys(rows)
  }

  const ORDERS: [DeviceSort, (device: Device) => string | number | null][] = [
    ['id', ({ id }) => id],
    ['account_key', ({ accountKey }) => accountKey],
    ['label', ({ label }) => label],
    ['vip', ({ vip }) => vip],
    ['created_at', ({ createdAt }) => createdAt],
  ]
  it.each(ORDERS)('is sorted by %s in both directions, page by page', async (sort, valueOf) => {
    const all = await place(
      ['2@b', { label: 'é', vip: 5 }],
      ['2@B', { label: 'E', vip: 5, createdAt: 1 }],
      ['10@a', { label: 'e', vip: FOREVER, createdAt: 1 }],
      ['1@a', { label: '中', vip: FOREVER + 1, createdAt: FOREVER }],
    )
    all.push(await addTo(second, '2@b', { label: '', vip: 5 }))
    for (const desc of [false, true])
      for (const limit of [1, 2, 5]) {
        const walked = await walkList(list(), { sort, desc }, limit)
        expect(walked.map(({ id }) => id)).toEqual(inOrder(all, valueOf, desc).map(({ id }) => id))
      }
  })

  it('is limited by the scope', async () => {
    await place(['1@S'], ['2@S', { agentId: null }])
    await addTo(second, '3@S', { agentId: agent })
    await addTo(app, '4@S', { agentId: agent })
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    const agents: Scope = { kind: 'attributedTo', operatorId: agent }
    expect(await seen({})).toEqual(['1@S', '2@S', '3@S', '4@S'])
    expect(await seen({}, { kind: 'ownedBy', operatorId: MISSING })).toEqual([])
    expect(await seen({}, agents)).toEqual(['3@S', '4@S'])
    expect(await seen({ app }, agents)).toEqual(['4@S'])
    expect(await seen({ agent })).toEqual(['3@S', '4@S'])
    expect(await seen({ agent, app: second })).toEqual(['3@S'])
    expect(await seen({ agent: MISSING }, agents)).toEqual([])
    expect(await seen({ app }, EVERYTHING)).toEqual(['1@S', '2@S', '4@S'])
    expect(await seen({}, { kind: 'within', of: own, apps: [second] })).toEqual(['3@S'])
    expect(await seen({}, { kind: 'within', of: agents, apps: [app] })).toEqual(['4@S'])
    expect(await seen({ app }, { kind: 'within', of: own, apps: [second] })).toEqual([])
  })

  it('is limited by state and by the end', async () => {
    await place(
      ['ended@S', { vip: NOW }],
      ['day@S', { vip: NOW + DAY }],
      ['month@S', { vip: NOW + 20 * DAY }],
      ['forever@S', { vip: FOREVER }],
      ['off@S', { vip: NOW + DAY, disabled: true }],
    )
    expect(await seen({ state: 'expired' })).toEqual(['ended@S'])
    expect(await seen({ state: 'active' })).toEqual(['day@S', 'month@S', 'forever@S'])
    expect(await seen({ state: 'disabled' })).toEqual(['off@S'])
    expect(await seen({ expires: 'past' })).toEqual(['ended@S'])
    expect(await seen({ expires: '1' })).toEqual(['day@S'])
    expect(await seen({ expires: '7' })).toEqual([])
    expect(await seen({ expires: '30' })).toEqual(['month@S'])
    expect(await seen({ expires: '1', app: second })).toEqual([])
  })

  it('finds texts of its columns in either case, and wildcards literally', async () => {
    await place(
      ['1001@Server-A', { label: '张三丰', note: "O'Neil 50%", tags: ['VIP客户'] }],
      ['1002@server-b', { label: 'x_y', license: 'KEY-9', fields: { 3: 'blue whale' } }],
      ['2003@other', { note: 'back\\slash', agentId: null }],
    )
    const search = (text: string, scope?: Scope) => seen({}, scope, text)
    expect(await search('SERVER')).toEqual(['1001@Server-A', '1002@server-b'])
    expect(await search('100')).toEqual(['1001@Server-A', '1002@server-b'])
    expect(await search('三')).toEqual(['1001@Server-A'])
    expect(await search('vip客')).toEqual(['1001@Server-A'])
    expect(await search('50%')).toEqual(['1001@Server-A'])
    expect(await search('%')).toEqual(['1001@Server-A'])
    expect(await search('_')).toEqual(['1002@server-b'])
    expect(await search("o'n")).toEqual(['1001@Server-A'])
    expect(await search('key-9')).toEqual(['1002@server-b'])
    expect(await search('\\')).toEqual(['2003@other'])
    expect(await search('nothing')).toEqual([])
    expect(await search('1\0')).toEqual([])
    expect(await search('server', { kind: 'attributedTo', operatorId: agent })).toEqual([])
    await write(open.store, async (unit) => {
      const [first] = await unit.devices.ofLogin(app, '1001', 1)
      await unit.devices.update(first!.id, { label: 'renamed', agentId: agent })
    })
    expect(await search('三')).toEqual([])
    expect(await search('server', { kind: 'attributedTo', operatorId: agent })).toEqual(['1001@Server-A'])
  })

  it('counts and skips', async () => {
    await place(['1@S'], ['2@S'], ['3@S'], ['4@S'])
    const page = await list()(query({ sort: 'account_key', desc: true, offset: 1, limit: 2, exact: true }))
    expect([keys(page.rows), page.total, page.total_exact]).toEqual([['3@S', '2@S'], 4, true])
  })
})
