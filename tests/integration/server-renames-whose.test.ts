import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionOutput } from '../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import type { TestServer } from '../support/test-server.ts'
import { auditRows } from './audit-rows.ts'
import { signIn } from './operators.ts'
import { renameWorld } from './rename-world.ts'

let server: TestServer
let owner: ConsoleClient

const { start, now, logOn, create, next, rename, undo, keysOf, world, aServer } = renameWorld()
beforeAll(async () => {
  ;({ server } = await start())
  owner = await server.owner()
})
afterAll(() => server.end())

describe('the accounts that server_rename moves', () => {
  const developed = async (name: string) => {
    const { developer } = await owner.call('developer_create', { name, password: 'chosen for this test' })
    const client = await signIn(server, name, 'chosen for this test')
    const { app } = await client.call('app_create', { name: `App of ${name}` })
    return { id: developer.id, client, app }
  }

  it("are the developer's own for a developer, and all or one application's for the owner", async () => {
    const [anna, ben] = [await developed('anna'), await developed('ben')]
    const [from, to] = [aServer(), aServer()]
    for (const { app } of [anna, ben]) await create(app, `1@${from}`)
    const servers = async (client: ConsoleClient) =>
      (await client.call('server_list', { search: from })).rows.map(({ accounts }) => accounts)
    expect([await servers(anna.client), await servers(owner)]).toEqual([[1], [2]])

    const mine = await anna.client.call('server_rename', { from, to })
    expect(mine).toMatchObject({ accounts: 1, rows: [{ app: anna.app }] })
    expect([await keysOf(anna.app), await keysOf(ben.app)]).toEqual([[`1@${to}`], [`1@${from}`]])
    expect(await ben.client.try('server_rename_undo', { id: mine.id })).toMatchObject({ code: 404 })
    expect(await ben.client.call('server_rename_list', {})).toEqual({ rows: [] })
    expect(await ben.client.try('server_rename', { from, to, app: anna.app })).toMatchObject({ code: 404 })
    expect(await owner.call('server_rename_undo', { id: mine.id! })).toMatchObject({ accounts: 1 })

    const one = await rename(from, to, { app: ben.app })
    expect([await keysOf(anna.app), await keysOf(ben.app)]).toEqual([[`1@${from}`], [`1@${to}`]])
    await undo(one.id)
    const all = await rename(from, to)
    expect(all).toMatchObject({ accounts: 2 })
    expect(await anna.client.try('server_rename_undo', { id: all.id })).toMatchObject({ code: 404 })
    const rows = (await auditRows(server, 'server_rename')).filter(
      ({ subjectId }) => subjectId === String(all.id),
    )
    expect(rows.map(({ ownerId }) => ownerId).sort()).toEqual([anna.id, ben.id].sort())
    expect(rows[0]).toMatchObject({
      subjectKind: 'server',
      subjectLabel: to,
      before: { server: from },
      after: { server: to, accounts: 1, keys: [`1@${from}`] },
    })
  })

  it('need the permission to edit trading accounts from staff', async () => {
    const role = async (permissions: ('devices' | 'devices.edit')[]) => {
      const name = `staff ${next()}`
      const { id } = await owner.call('role_create', { name, permissions })
      await owner.call('staff_create', { name, password: 'chosen for this test', role: id })
      return signIn(server, name, 'chosen for this test')
    }
    const order = { from: 'Nowhere', to: 'Elsewhere' }
    expect(await (await role(['devices'])).try('server_rename', order)).toMatchObject({ code: 403 })
    expect(await (await role(['devices', 'devices.edit'])).try('server_rename', order)).toMatchObject({
      code: 200,
    })
  })
})

describe('server_list', () => {
  it('counts trading accounts and shows the last report of each server', async () => {
    const { app, from } = await world([1, 2])
    const listed = async () =>
      (await server.act('server_list', { app })).rows satisfies ActionOutput<'server_list'>['rows']
    expect(await listed()).toEqual([{ server: from, accounts: 2, last_pulse: null }])
    await server.api('mt5pulse', app, { account_key: `1@${from}`, equity: 1 })
    expect(await listed()).toEqual([{ server: from, accounts: 2, last_pulse: now() }])
  })

  it('names servers of refused unknown terminals, and the preview counts them', async () => {
    const { app, from, to } = await world([1, 2, 3])
    expect(await logOn(`1@${to}`, app)).toMatchObject({ code: 404 })
    expect(await server.api('mt5pulse', app, { mt5_login: '2', mt5_server: to, equity: 1 })).toMatchObject({
      code: 404,
    })
    expect(await logOn(`77@${to}`, app)).toMatchObject({ code: 404 })
    expect((await server.act('server_list', { app })).unknown).toEqual([
      { server: to, accounts: 3, at: now() },
    ])
    expect(await rename(from, to, { dry_run: true })).toMatchObject({ accounts: 3, refused: 2 })
    await rename(from, to)
    expect(await server.act('server_list', { app })).toMatchObject({ unknown: [] })
  })
})
