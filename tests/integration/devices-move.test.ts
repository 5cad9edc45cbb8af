import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { deviceWorld } from './device-world.ts'

const FOREVER = 4_102_243_200
const NO_CLOSE = { state: 'none', asked_at: null, delivered_at: null, confirmed_at: null, repeats: 0 }
let server: TestServer
let app: number
let agent: number

const { start, device, read, attempt, logOn, ofSubject } = deviceWorld()
beforeAll(async () => {
  ;({ server, app, agent } = await start())
})
afterAll(() => server.end())

describe('device_move', () => {
  it('keeps everything except a waiting close: the new account runs and the old one is refused at once', async () => {
    const before = await device({ label: 'Mover', note: 'N', agent, license: 'L', vip: FOREVER })
    await server.api('mt5pulse', app, { account_key: before.account_key, equity: 500, positions: 2 })
    await server.act('device_control', { ids: [before.id], pause_open: true, close_all: true })
    const { commands: _, ...row } = await read(before.id)
    const moved = await server.act('device_move', { id: before.id, account_key: ' 777 @ New-Server ' })
    expect(moved).toEqual({ ...row, account_key: '777@New-Server', close_all: NO_CLOSE })
    const { commands, ...rest } = await read(before.id)
    expect(rest).toEqual(moved)
    expect(commands).toMatchObject([{ state: 'withdrawn', delivered_at: null }])
    expect(await logOn(before.account_key)).toMatchObject({ code: 404 })
    const pulse = await server.api('mt5pulse', app, { account_key: '777@New-Server', positions: 2 })
    expect(pulse).toMatchObject({ code: 200, pause_open: 1, close_all: 0 })
    expect(await ofSubject('device_move', before.id)).toMatchObject([
      {
        before: { accountKey: before.account_key },
        after: { accountKey: '777@New-Server', closeAll: 'withdrawn' },
      },
    ])
  })

  it('never sends the new account a close that the old one took', async () => {
    const rearming = await server.application({ mt5: { rearm_close_all: true } })
    const { id } = await server.act('device_create', { app: rearming, account_key: '1@A', vip: FOREVER })
    await server.act('device_control', { ids: [id], close_all: true })
    const pulse = (key: string) => server.api('mt5pulse', rearming, { account_key: key, positions: 2 })
    expect(await pulse('1@A')).toMatchObject({ close_all: 1 })
    await server.act('device_move', { id, account_key: '2@B' })
    server.clock.pass(3600)
    expect(await pulse('2@B')).toMatchObject({ close_all: 0 })
    await server.act('device_control', { ids: [id], close_all: true })
    expect(await pulse('2@B')).toMatchObject({ close_all: 1 })
    expect((await read(id)).commands).toMatchObject([
      { state: 'delivered' },
      { state: 'withdrawn', overdue_at: null },
    ])
  })

  it('refuses an account in use, an invalid one, and an unknown source', async () => {
    const [a, b] = [await device(), await device()]
    expect(await attempt('device_move', { id: a.id, account_key: b.account_key })).toMatchObject({
      code: 409,
      fields: { account_key: 'taken' },
    })
    expect(await attempt('device_move', { id: a.id, account_key: 'nonsense' })).toMatchObject({
      code: 422,
      fields: { account_key: '<trading account>@<server>' },
    })
    expect(await attempt('device_move', { id: 999_999, account_key: '5@A' })).toMatchObject({ code: 404 })
    expect(await logOn(a.account_key)).toMatchObject({ code: 200 })
    expect(await logOn(b.account_key)).toMatchObject({ code: 200 })
  })

  it('gives the new account to one of two simultaneous calls', async () => {
    const [a, b] = [await device(), await device()]
    const replies = await Promise.all([
      attempt('device_move', { id: a.id, account_key: '888@A' }),
      attempt('device_move', { id: b.id, account_key: '888@A' }),
    ])
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await logOn('888@A')).toMatchObject({ code: 200 })
    const answers = await Promise.all([logOn(a.account_key), logOn(b.account_key)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 404])
  })

  it('takes the activation code along: it logs the new account in, and the old one no more', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
    const logIn = (markcode: string) => server.api('kmlogon', app, { kami, markcode })
    expect(await logIn('900@Old')).toMatchObject({ code: 200 })
    const { rows } = await server.act('device_list', { search: '900@Old' })
    await server.act('device_move', { id: rows[0]!.id, account_key: '901@New' })
    expect(await logIn('900@Old')).toMatchObject({ code: 150 })
    expect(await logIn('901@New')).toMatchObject({ code: 200 })
    expect(await server.act('device_list', { search: '900@Old' })).toMatchObject({ total: 0 })
  })

  it('moves there and back again', async () => {
    const { id, account_key } = await device()
    await server.act('device_move', { id, account_key: '950@A' })
    await server.act('device_move', { id, account_key })
    expect(await logOn(account_key)).toMatchObject({ code: 200 })
    expect(await logOn('950@A')).toMatchObject({ code: 404 })
  })

  it('survives a restart', async () => {
    const { id } = await device()
    await server.act('device_move', { id, account_key: '960@A' })
    await server.close()
    await server.open()
    expect(await logOn('960@A')).toMatchObject({ code: 200 })
    expect(await read(id)).toMatchObject({ account_key: '960@A' })
  })
})
