import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

async function made(order: { type: 'permanent' | 'time'; unit?: 'day'; amount?: number }) {
  const kami = await server.code({ app, ...order })
  const { rows } = await server.act('code_list', { filter: { app, kami } })
  return { kami, id: rows[0]!.id }
}
const eventsOf = async (id: number) => (await server.act('code_get', { id })).events

describe('the history of a code', () => {
  it('lists binding, logins, refusals and unbinding, and joins repeats into one line', async () => {
    const { kami, id } = await made({ type: 'time', unit: 'day', amount: 3 })
    const since = server.clock.now()
    await server.api('kmlogon', app, { kami, markcode: 'PC-1' })
    server.clock.pass(10)
    for (let i = 0; i < 3; i++) {
      server.clock.pass(10)
      await server.api('kmlogon', app, { kami, markcode: 'PC-1' })
    }
    await server.api('kmlogon', app, { kami, markcode: 'PC-2' })
    await server.api('kmunmachine', app, { kami, markcode: 'PC-1' })
    const ip = '127.0.0.1'
    const at = since + 40
    const one = { since: at, at, times: 1, by: '' }
    expect(await eventsOf(id)).toEqual([
      { ...one, kind: 'unbind', markcode: 'PC-1', ip, detail: '3600' },
      { ...one, kind: 'refused', markcode: 'PC-2', ip, detail: 'boundElsewhere' },
      { kind: 'login', markcode: 'PC-1', ip, since: since + 20, at, times: 3, by: '', detail: '' },
      { ...one, kind: 'bind', markcode: 'PC-1', ip, since, at: since, detail: '' },
    ])
  })

  it('names the activated trading account and links to it', async () => {
    const { kami, id } = await made({ type: 'permanent' })
    await server.api('kmlogon', app, { kami, markcode: '77@Broker-Live' })
    expect((await eventsOf(id)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['activate', '77@Broker-Live'],
      ['bind', ''],
    ])
    const { rows } = await server.act('device_list', { filter: { app }, search: '77@Broker-Live' })
    expect((await server.act('code_get', { id })).device).toMatchObject({
      id: rows[0]!.id,
      account_key: '77@Broker-Live',
    })
  })

  it('names the recharged account', async () => {
    const { kami, id } = await made({ type: 'time', unit: 'day' })
    const account = await server.act('account_create', {
      app,
      user: 'buyer01',
      password: 'secret-1',
      qq: '1',
    })
    await server.act('account_recharge', { id: account.id, kami })
    expect((await eventsOf(id)).map(({ kind, by, detail }) => [kind, by, detail])).toEqual([
      ['recharge', 'owner', 'buyer01'],
    ])
    expect((await server.act('code_get', { id })).recharged).toEqual({ id: account.id, user: 'buyer01' })
  })

  it('survives a restart', async () => {
    const { kami, id } = await made({ type: 'permanent' })
    await server.api('kmlogon', app, { kami, markcode: 'PC-1' })
    await server.act('code_update', { ids: [id], note: 'sold' })
    const before = await eventsOf(id)
    await server.close()
    await server.open()
    expect(await eventsOf(id)).toEqual(before)
    expect(before.map(({ kind, by }) => [kind, by])).toEqual([
      ['note', 'owner'],
      ['bind', ''],
    ])
  })
})

describe('batches', () => {
  it('are listed by the chosen order, counted by state, and take a note', async () => {
    const shop = await server.application()
    const order = {
      app: shop,
      type: 'time',
      unit: 'week',
      amount: 2,
      prefix: 'SHOP-',
      note: 'spring',
    } as const
    const { batch, kamis } = await server.act('code_generate', { ...order, count: 4 })
    await server.api('kmlogon', shop, { kami: kamis[0]!, markcode: 'PC' })
    const used = (await server.act('code_list', { filter: { batch, state: 'in_use' } })).rows[0]!.id
    const rest = (await server.act('code_list', { filter: { batch, state: 'unused' } })).rows
    await server.act('code_delete', { ids: [rest[0]!.id] })
    const { rows, total } = await server.act('batch_list', { filter: { app: shop } })
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({ ...order, id: batch, count: 4, seconds: 1_209_600, created_by: 'owner' })
    expect((await server.act('batch_list', { search: 'SHOP' })).rows.map(({ id }) => id)).toEqual([batch])
    await server.act('step_up', { password: OWNER_PASSWORD })
    await server.act('code_purge', { ids: [rest[0]!.id] })
    await server.act('code_update', { ids: [used], disabled: true })
    expect((await server.act('batch_get', { id: batch })).counts).toEqual({
      unused: 2,
      in_use: 0,
      expired: 0,
      used_up: 0,
      disabled: 1,
      recycled: 0,
    })
    expect(await server.act('batch_update', { id: batch, note: 'summer' })).toMatchObject({ note: 'summer' })
  })
})
