import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { renameWorld } from './rename-world.ts'

let server: TestServer

const { start, now, attempt, create, rename, undo, keysOf, world, imported, aServer } = renameWorld()
beforeAll(async () => {
  ;({ server } = await start())
})
afterAll(() => server.end())

describe('codes without a record at a server rename', () => {
  it.each([
    ['used', true],
    ['bound', false],
  ])('that are %s move along and come back', async (_, used) => {
    const { app, from, to } = await world([])
    const code = await imported(app, `1@${from}`, used)
    const machine = await imported(app, from, used)
    expect(await rename(from, to, { dry_run: true })).toMatchObject({ accounts: 0, codes: 1 })
    const { id } = await rename(from, to)
    expect(await code.bound()).toBe(`1@${to}`)
    expect(await machine.bound()).toBe(from)
    expect(await undo(id)).toMatchObject({ codes: 1, stay: 0 })
    expect(await code.bound()).toBe(`1@${from}`)
  })

  it("follow their account's record when they are bound to it", async () => {
    const { app, from, to } = await world([1])
    const code = await imported(app, `1@${from}`, false)
    expect(await rename(from, to, { dry_run: true })).toMatchObject({ accounts: 1, codes: 1 })
    const { id } = await rename(from, to)
    expect(await code.bound()).toBe(`1@${to}`)
    await undo(id)
    expect(await code.bound()).toBe(`1@${from}`)
  })

  it('stay where the new key has a code or a record of its own', async () => {
    const { app, from, to } = await world([])
    const stays = [await imported(app, `1@${from}`, true), await imported(app, `2@${from}`, true)]
    await imported(app, `1@${to}`, true)
    await create(app, `2@${to}`, { license: 'BOUGHT' })
    expect(await rename(from, to)).toMatchObject({
      id: null,
      codes: 0,
      stay: 2,
      staying: [
        { kind: 'code', account_key: `1@${from}`, reason: 'taken', holder: null },
        { kind: 'code', account_key: `2@${from}`, reason: 'taken', holder: { license: 'BOUGHT' } },
      ],
    })
    expect(await Promise.all(stays.map((code) => code.bound()))).toEqual([`1@${from}`, `2@${from}`])
  })

  it('stay with a record that took them over meanwhile', async () => {
    const { app, from, to } = await world([9])
    const code = await imported(app, `1@${from}`, true)
    const { id } = await rename(from, to)
    await create(app, `1@${to}`)
    expect(await undo(id)).toMatchObject({
      accounts: 1,
      codes: 0,
      staying: [
        { kind: 'code', account_key: `1@${from}`, reason: 'taken', holder: { account_key: `1@${to}` } },
      ],
    })
    expect(await code.bound()).toBe(`1@${to}`)
  })
})

describe('server_rename_undo', () => {
  it('leaves and names accounts that moved on, are deleted, or whose old key is in use', async () => {
    const { app, from, to, ids } = await world([1, 2, 3, 4])
    const { id } = await rename(from, to)
    await server.act('device_move', { id: ids[0]!, account_key: `1@Elsewhere` })
    await server.act('device_delete', { ids: [ids[1]!] })
    const newcomer = await create(app, `3@${from}`, { license: 'NEW' })
    const staying = [
      { account_key: `1@${from}`, reason: 'moved' },
      { account_key: `2@${from}`, reason: 'gone' },
      { account_key: `3@${to}`, reason: 'taken', holder: { id: newcomer.id, license: 'NEW' } },
    ]
    expect(await undo(id, { dry_run: true })).toMatchObject({ accounts: 1, stay: 3, staying })
    expect(await undo(id)).toMatchObject({ accounts: 1, stay: 3, staying })
    expect(await keysOf(app)).toEqual([`1@Elsewhere`, `3@${from}`, `3@${to}`, `4@${from}`].sort())
  })

  it('is refused the second time, and runs once in two simultaneous calls', async () => {
    const { app, from, to } = await world([1])
    const { id } = await rename(from, to)
    const replies = await Promise.all([1, 2].map(() => attempt('server_rename_undo', { id })))
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(replies.find(({ code }) => code === 409)).toMatchObject({ fields: { id: 'undone' } })
    expect(await keysOf(app)).toEqual([`1@${from}`])
    const { rows } = await server.act('server_rename_list', {})
    expect(rows[0]).toMatchObject({ id, undone_by: 'owner', undone_at: now() })
  })

  it('waits until a later rename is undone', async () => {
    const { app, from, to } = await world([1])
    const last = aServer()
    const first = await rename(from, to)
    const second = await rename(to, last)
    expect(await attempt('server_rename_undo', { id: first.id })).toMatchObject({
      code: 409,
      fields: { id: 'nothing' },
    })
    await undo(second.id)
    expect(await undo(first.id)).toMatchObject({ accounts: 1 })
    expect(await keysOf(app)).toEqual([`1@${from}`])
  })

  it('takes along codes that the account got under its new name', async () => {
    const { app, from, to } = await world([1])
    const { id } = await rename(from, to)
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 1 })
    const logIn = (key: string) => server.api('kmlogon', app, { kami, markcode: key })
    expect(await logIn(`1@${to}`)).toMatchObject({ code: 200 })
    expect(await undo(id)).toMatchObject({ accounts: 1, codes: 1 })
    expect(await logIn(`1@${from}`)).toMatchObject({ code: 200 })
  })

  it('refuses an unknown rename', async () => {
    expect(await attempt('server_rename_undo', { id: 999_999 })).toMatchObject({ code: 404 })
  })
})
