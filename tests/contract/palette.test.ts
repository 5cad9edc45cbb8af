import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { layApps, layPeople, layRows } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'

const [DEVELOPER, OTHER, AGENT, STAFF] = [2, 3, 10, 20]
const [GRID, SCALPER, CHINESE] = [101, 102, 1021]
const EVERYTHING = { kind: 'everything' } as const
const OWN: Scope = { kind: 'ownedBy', operatorId: DEVELOPER }
const AGENTS: Scope = { kind: 'attributedTo', operatorId: AGENT }
const LIMITED: Scope = { kind: 'within', apps: [SCALPER], of: EVERYTHING }

describe.each(ENGINES)('the palette on %s', (engine) => {
  let open: OpenStore
  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: DEVELOPER, name: 'Developer One', role: 'developer' },
      { id: OTHER, name: 'one', role: 'developer' },
      { id: AGENT, name: 'agent one' },
      { id: STAFF, name: 'staff one', role: 'developer', employerId: DEVELOPER },
    ])
    await layApps(open, [
      { id: GRID, ownerId: DEVELOPER, name: 'My Grid EA' },
      { id: SCALPER, ownerId: OTHER, name: 'Grid' },
      { id: CHINESE, ownerId: OTHER, name: "网格 100%_\\ o'b" },
    ])
    const code = { type: 'time', seconds: 60, created_at: NOW }
    await layRows(open, 'codes', [
      { ...code, id: 1, app_id: SCALPER, kami: 'ABC-2', agent_id: AGENT },
      { ...code, id: 2, app_id: GRID, kami: 'ABC-1', agent_id: AGENT },
      { ...code, id: 3, app_id: GRID, kami: 'ABC', agent_id: null },
      { ...code, id: 4, app_id: GRID, kami: 'ABD', agent_id: AGENT },
      { ...code, id: 5, app_id: GRID, kami: 'x_%\\', agent_id: null },
      { ...code, id: 6, app_id: GRID, kami: '卡密一', agent_id: null },
    ])
    const device = { vip: NOW, created_at: NOW }
    await layRows(open, 'devices', [
      { ...device, id: 1, app_id: GRID, account_key: '7000@Broker', agent_id: AGENT },
      { ...device, id: 2, app_id: SCALPER, account_key: '7001@Broker', agent_id: null },
    ])
    const account = { password_hash: '', name: '', registration_ip: '', created_at: NOW }
    await layRows(open, 'accounts', [
      { ...account, id: 1, app_id: GRID, user: 'anna', qq: '555' },
      { ...account, id: 2, app_id: GRID, user: '555', qq: '777' },
      { ...account, id: 3, app_id: SCALPER, user: '5551', qq: 'Anna' },
    ])
  })
  afterAll(() => open.close())

  const ids = async (
    kind: 'applications' | 'codes' | 'devices' | 'accounts',
    scope: Scope,
    text: string,
    limit = 10,
  ) => (await open.store.read(({ palette }) => palette[kind](scope, text, limit))).map(({ id }) => id)

  it('shows a record with its application', async () => {
    const codes = await open.store.read(({ palette }) => palette.codes(EVERYTHING, 'ABD', 5))
    expect(codes).toEqual([{ id: 4, label: 'ABD', appId: GRID, appName: 'My Grid EA' }])
    const apps = await open.store.read(({ palette }) => palette.applications(EVERYTHING, '网', 5))
    expect(apps).toEqual([
      { id: CHINESE, label: "网格 100%_\\ o'b", appId: CHINESE, appName: "网格 100%_\\ o'b" },
    ])
  })

  it.each<[Scope, string, number[]]>([
    // The whole name is first, then the others by application and name.
    [EVERYTHING, 'ABC', [3, 2, 1]],
    [EVERYTHING, 'abc', [3, 2, 1]],
    [EVERYTHING, 'ABC-', [2, 1]],
    [OWN, 'AB', [3, 2, 4]],
    [AGENTS, 'ABC', [2, 1]],
    [LIMITED, 'ABC', [1]],
    [EVERYTHING, 'BC', []],
    [EVERYTHING, 'x_', [5]],
    [EVERYTHING, '%', []],
    [EVERYTHING, 'x_%\\', [5]],
    [EVERYTHING, '卡', [6]],
    [EVERYTHING, "'", []],
    [EVERYTHING, 'ABC\0', []],
  ])('finds codes for %j and %j', async (scope, text, expected) => {
    expect(await ids('codes', scope, text)).toEqual(expected)
  })

  it('finds at most as many as are asked for', async () => {
    expect(await ids('codes', EVERYTHING, 'AB', 2)).toEqual([3, 2])
    expect(await ids('codes', EVERYTHING, 'ABC', 1)).toEqual([3])
  })

  it('finds trading accounts', async () => {
    expect(await ids('devices', EVERYTHING, '700')).toEqual([1, 2])
    expect(await ids('devices', EVERYTHING, '7001@broker')).toEqual([])
    expect(await ids('devices', OWN, '700')).toEqual([1])
    expect(await ids('devices', AGENTS, '700')).toEqual([1])
    expect(await ids('devices', AGENTS, '7001@Broker')).toEqual([])
    expect(await ids('devices', { kind: 'within', apps: [], of: EVERYTHING }, '700')).toEqual([])
  })

  it('finds user accounts by name and by QQ number, each once, and none for an agent', async () => {
    expect(await ids('accounts', EVERYTHING, '555')).toEqual([2, 3, 1])
    expect(await ids('accounts', EVERYTHING, 'anna')).toEqual([1])
    expect(await ids('accounts', OWN, '555')).toEqual([2, 1])
    expect(await ids('accounts', LIMITED, '555')).toEqual([3])
    expect(await ids('accounts', AGENTS, '555')).toEqual([])
  })

  it.each<[Scope, string, number[]]>([
    // The whole name is first, then the name where the text is nearer to its beginning.
    [EVERYTHING, 'grid', [SCALPER, GRID]],
    [EVERYTHING, 'GRID E', [GRID]],
    [OWN, 'grid', [GRID]],
    [EVERYTHING, '%_\\', [CHINESE]],
    [EVERYTHING, "O'B", [CHINESE]],
    [EVERYTHING, '102', [SCALPER]],
    [EVERYTHING, '102 or 103', [SCALPER]],
    [EVERYTHING, '1021', [CHINESE]],
    [OWN, '102', []],
    [LIMITED, 'grid', [SCALPER]],
    [EVERYTHING, 'zzz', []],
    [EVERYTHING, 'grid\0', []],
    [EVERYTHING, '99999999999999999999999', []],
  ])('finds applications for %j and %j', async (scope, text, expected) => {
    expect(await ids('applications', scope, text)).toEqual(expected)
  })

  it('finds developers, not their staff', async () => {
    const developers = async (text: string) => open.store.read(({ palette }) => palette.developers(text, 10))
    expect(await developers('ONE')).toEqual([
      { id: OTHER, label: 'one', appId: null, appName: '' },
      { id: DEVELOPER, label: 'Developer One', appId: null, appName: '' },
    ])
    expect(await developers('zzz')).toEqual([])
    expect(await developers('\0')).toEqual([])
  })
})
