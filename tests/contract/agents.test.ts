import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Known } from '../../src-server/domain/access/known.ts'
import { NO_RIGHTS } from '../../src-server/domain/access/agent-rights.ts'
import { FREE_TRIAL_SECONDS, TRIAL_LICENSE } from '../../src-server/domain/device/record.ts'
import type { RightsFilter } from '../../src-server/store/repositories/agent-rights.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { layApps, layPeople, layRows } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addDevice, HARD_TEXT, NOW } from './sample-records.ts'

const [DEV, OTHER, AGENT, BELOW, STRANGER] = [2, 3, 10, 11, 12]
const [GOLD, SILVER, THEIRS] = [100, 101, 102]
const NO_ONE = 9_999
const known = (id: number) => id as Known<'agent'>

describe.each(ENGINES)('agents on %s', (engine) => {
  let open: OpenStore
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const code = (id: number, app: number, agent: number | null, over = {}) => ({
    id,
    app_id: app,
    kami: `K${id}`,
    type: 'day',
    seconds: 1,
    created_at: NOW,
    agent_id: agent,
    ...over,
  })

  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: 1, name: 'owner', role: 'owner' },
      { id: DEV, name: 'dev', role: 'developer' },
      { id: OTHER, name: 'other', role: 'developer' },
      { id: AGENT, name: "O'Agent 代理" },
      { id: BELOW, name: 'below', parentId: AGENT },
      { id: STRANGER, name: 'stranger', parentId: BELOW },
    ])
    await layApps(open, [
      { id: GOLD, ownerId: DEV, name: 'Gold' },
      { id: SILVER, ownerId: DEV, name: 'Silver' },
      { id: THEIRS, ownerId: OTHER, name: 'Theirs' },
    ])
    await layRows(open, 'ledger_accounts', [
      { id: 1, book_id: OTHER, kind: 'agent', agent_id: AGENT, created_at: NOW },
      { id: 2, book_id: DEV, kind: 'agent', agent_id: AGENT, created_at: NOW },
      { id: 3, book_id: DEV, kind: 'cash', created_at: NOW },
      { id: 4, book_id: DEV, kind: 'agent', agent_id: BELOW, created_at: NOW },
    ])
    await layRows(open, 'codes', [
      code(1, GOLD, AGENT),
      code(2, GOLD, AGENT),
      code(3, SILVER, AGENT, { recycled_at: NOW }),
      code(4, THEIRS, AGENT),
      code(5, GOLD, AGENT),
      code(6, GOLD, AGENT, { use_time: NOW }),
      code(7, GOLD, null),
    ])
    const sale = (id: number, over = {}) => ({
      id,
      code_id: id,
      kami: `K${id}`,
      app_id: GOLD,
      allocation_id: 1,
      agent_id: AGENT,
      price: 0,
      taken_at: NOW,
      transaction_id: 1,
      ...over,
    })
    await layRows(open, 'sales', [
      sale(1, { sold_at: NOW, customer: HARD_TEXT, contact: 'c' }),
      sale(2, { sold_at: NOW, refunded_at: NOW, customer: 'gone' }),
      sale(5),
      sale(6),
    ])
    await write(async (unit) => {
      await addDevice(unit, GOLD, '1@a', { agentId: AGENT, license: 'K1' })
      await addDevice(unit, GOLD, '2@a', {
        agentId: AGENT,
        license: TRIAL_LICENSE,
        vip: NOW + FREE_TRIAL_SECONDS,
      })
      await addDevice(unit, SILVER, '3@a', { license: TRIAL_LICENSE, vip: NOW + FREE_TRIAL_SECONDS + 1 })
      await addDevice(unit, THEIRS, '4@a', { agentId: AGENT })
    })
  })
  afterAll(() => open.close())

  it('know who is above them, and for whom they work', async () => {
    const parents = (ids?: number[]) => read((unit) => unit.agents.parents(ids))
    expect((await parents()).toSorted((a, b) => a.id - b.id)).toEqual([
      { id: BELOW, parentId: AGENT },
      { id: STRANGER, parentId: BELOW },
    ])
    expect(await parents([STRANGER, DEV])).toEqual([{ id: STRANGER, parentId: BELOW }])
    expect(await parents([])).toEqual([])
    expect(await read((unit) => unit.agents.booksOf(AGENT))).toEqual([OTHER, DEV])
    expect(await read((unit) => unit.agents.booksOf(STRANGER))).toEqual([])
    expect(await read((unit) => unit.agents.worksFor(DEV, BELOW))).toBe(true)
    expect(await read((unit) => unit.agents.worksFor(OTHER, BELOW))).toBe(false)
  })

  it('have customers, which returned and stocked codes are not', async () => {
    const of = (agent: number, owner: number | null) => read((unit) => unit.agents.customersOf(agent, owner))
    // The codes 1, 3 and 6: the code 2 was returned, and the code 5 is in stock.
    const dev = { ownerId: DEV, codes: 3, devices: 2 }
    expect(await of(AGENT, DEV)).toEqual([dev])
    expect(await of(AGENT, null)).toEqual([dev, { ownerId: OTHER, codes: 1, devices: 1 }])
    expect(await of(STRANGER, null)).toEqual([])
    expect(await of(AGENT, NO_ONE)).toEqual([])
  })

  it('the customers of codes are those of sold ones, in the order asked', async () => {
    const asked = [
      { appId: GOLD, kami: 'K6' },
      { appId: GOLD, kami: 'K2' },
      { appId: SILVER, kami: 'K1' },
      { appId: GOLD, kami: 'K1' },
      { appId: GOLD, kami: 'K\0' },
    ]
    expect(await read((unit) => unit.agents.soldTo(asked))).toEqual([
      { appId: GOLD, kami: 'K1', customer: HARD_TEXT, contact: 'c' },
    ])
    expect(await read((unit) => unit.agents.soldTo([]))).toEqual([])
  })

  it('plans count what is used', async () => {
    const used = (owner: number) =>
      read(async (unit) => ({
        applications: await unit.plans.used(owner, 'applications'),
        codes: await unit.plans.used(owner, 'codes'),
        devices: await unit.plans.used(owner, 'devices'),
        agents: await unit.plans.used(owner, 'agents'),
      }))
    expect(await used(DEV)).toEqual({ applications: 2, codes: 5, devices: 2, agents: 2 })
    expect(await used(OTHER)).toEqual({ applications: 1, codes: 1, devices: 1, agents: 1 })
    expect(await used(NO_ONE)).toEqual({ applications: 0, codes: 0, devices: 0, agents: 0 })
    expect(await read((unit) => unit.operators.applicationsOf([DEV, OTHER, AGENT]))).toEqual(
      new Map([
        [DEV, 2],
        [OTHER, 1],
      ]),
    )
    expect(await read((unit) => unit.operators.applicationsOf([]))).toEqual(new Map())
  })

  it('rights are granted, replaced, found and listed', async () => {
    const rights = { ...NO_RIGHTS, pause_open: true, rebind: true }
    const set = (agentId: number, appId: number, given = rights) =>
      write((unit) => unit.agentRights.set({ agentId: known(agentId), appId, rights: given }, NOW))
    await set(BELOW, GOLD)
    await set(AGENT, THEIRS)
    await set(AGENT, GOLD, NO_RIGHTS)
    await set(AGENT, GOLD)
    const find = (agent: number, app: number) => read((unit) => unit.agentRights.find(agent, app))
    expect(await find(AGENT, GOLD)).toEqual(rights)
    expect(await find(AGENT, SILVER)).toBeUndefined()
    const all = (agents?: number[]) => read((unit) => unit.agentRights.all(agents))
    expect(await all([BELOW])).toEqual([{ agentId: BELOW, appId: GOLD, rights }])
    expect(await all([])).toEqual([])
    expect(await all()).toHaveLength(3)
    const listed = async (filter: RightsFilter, limit = 10) =>
      (await read((unit) => unit.agentRights.list(filter, limit))).map((one) => [one.agentId, one.appId])
    const whole = [
      [AGENT, GOLD],
      [AGENT, THEIRS],
      [BELOW, GOLD],
    ]
    expect(await listed({})).toEqual(whole)
    expect(await listed({}, 2)).toEqual(whole.slice(0, 2))
    expect(await listed({ owner: DEV })).toEqual([whole[0], whole[2]])
    expect(await listed({ agent: AGENT, app: THEIRS })).toEqual([whole[1]])
    expect(await listed({ agents: [BELOW, STRANGER], owner: undefined })).toEqual([whole[2]])
    expect(await listed({ agents: [] })).toEqual([])
    expect(await read((unit) => unit.agentRights.list({ agent: AGENT, app: GOLD }, 1))).toEqual([
      { agentId: AGENT, appId: GOLD, rights, agentName: "O'Agent 代理", appName: 'Gold' },
    ])
  })

  it('customers move in slices', async () => {
    const move = { from: known(AGENT), to: known(BELOW), ownerId: DEV }
    const codes = (after: number) => write((unit) => unit.agents.moveCodes(move, after, 2))
    expect([await codes(0), await codes(3), await codes(6)]).toEqual([[1, 3], [6], []])
    const moved = await write((unit) => unit.agents.moveDevices(move, 1))
    expect(moved).toMatchObject([{ accountKey: '1@a', agentId: BELOW, revision: 1 }])
    const rest = { ...move, to: null, ownerId: null }
    expect(await write((unit) => unit.agents.moveCodes(rest, 0, 10))).toEqual([4])
    const last = await write((unit) => unit.agents.moveDevices(rest, 10))
    expect(last.map(({ accountKey, agentId }) => [accountKey, agentId])).toEqual([
      ['2@a', null],
      ['4@a', null],
    ])
    expect(await read((unit) => unit.agents.customersOf(AGENT, null))).toEqual([])
    expect(await read((unit) => unit.agents.customersOf(BELOW, DEV))).toEqual([
      { ownerId: DEV, codes: 3, devices: 1 },
    ])
  })
})
