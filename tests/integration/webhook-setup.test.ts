import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '../../src-server/contract/webhook-names.ts'
import { TestServer } from '../support/test-server.ts'
import { PASSWORD } from './operators.ts'
import { DAY, Shop } from './webhook-shop.ts'
import { signed } from './webhook-world.ts'

/** The set-up of webhooks. */

let shop: Shop

beforeAll(async () => {
  shop = await Shop.open()
})
beforeEach(() => shop.next())
afterAll(() => shop.close())

describe('a webhook', () => {
  it.each([
    ['http://shop.example.com/hook', 'https'],
    ['https://10.0.0.1/', 'private'],
    ['https://a:b@shop.example.com/', 'user'],
    ['https://shop.example.com:25/', 'port'],
    ['nonsense', 'format'],
  ])('is refused for %s: %s', async (url, reason) => {
    await shop.developer.call('step_up', { password: PASSWORD })
    const refused = await shop.developer.try('webhook_save', { name: 'x', url, events: ['expired'] })
    expect(refused).toMatchObject({ code: 422, fields: { url: reason } })
  })

  it("may call an origin of the owner's list, by a server that calls no loopback otherwise", async () => {
    const strict = await TestServer.start()
    try {
      const content = { name: 'own', url: `${shop.receiver.url}/own`, events: ['code_created' as const] }
      const ofOwner = await strict.application()
      const refused = await (await strict.owner()).try('webhook_save', content)
      expect(refused).toMatchObject({ code: 422, fields: { url: 'private' } })
      await strict.act('settings_set', { outside: { listed: [shop.receiver.url] } })
      await strict.act('webhook_save', content)
      await strict.act('code_generate', { app: ofOwner, type: 'permanent', count: 1 })
      await shop.came('/own')
    } finally {
      await strict.end()
    }
  })

  it('has its key shown once, and two signatures while the key is replaced', async () => {
    const { path, id, secret } = await shop.hook(['code_created'])
    expect(JSON.stringify(await shop.developer.call('webhook_list', {}))).not.toContain(secret)
    const { secret: next } = await shop.developer.call('webhook_rotate', { webhook: id, overlap: 1 })
    await shop.code()
    const [during] = await shop.came(path)
    expect(during!.signature).toBe(`${signed(next, during!)},${signed(secret, during!)}`)
    await shop.later(3600)
    await shop.code()
    const [, after] = await shop.came(path, 2)
    expect(after!.signature).toBe(signed(next, after!))
  })

  it('that is off gets nothing of that time', async () => {
    const { path, id } = await shop.hook(['code_created'])
    const content = {
      webhook: id,
      name: 'x',
      url: shop.receiver.url + path,
      events: ['code_created' as const],
      app: shop.app,
    }
    await shop.developer.call('webhook_save', { ...content, enabled: false })
    await shop.code()
    await shop.developer.call('webhook_save', content)
    const [last] = await shop.code()
    const [event] = await shop.came(path)
    expect(event!.body.data['codes']).toEqual([last])
    expect(await shop.log(id)).toHaveLength(1)
  })

  it('is tested at once, whatever its state, and the answer is shown', async () => {
    const { path, id, secret } = await shop.hook(['expired'])
    shop.receiver.answer = (_, response) => {
      response.writeHead(418).end('short and stout')
    }
    const tested = await shop.developer.call('webhook_test', { webhook: id })
    expect(tested).toMatchObject({ event: 'test', state: 'failed', status: 418, answer: 'short and stout' })
    const again = await shop.developer.try('webhook_resend', { event: tested.id })
    expect(again).toMatchObject({ code: 409, fields: { event: 'test' } })
    const [event] = shop.receiver.at(path)
    expect(event!.body).toMatchObject({ event: 'test', app: shop.app, data: {} })
    expect(event!.signature).toBe(signed(secret, event!))
    await shop.later(DAY)
    expect(await shop.read(id)).toMatchObject({ state: 'on', failing_since: null, waiting: 0, failed: 0 })
  })

  it('has a log in pages, and the server forgets old events a number at a time', async () => {
    const { id } = await shop.hook(['code_created'])
    const createdAt = shop.server.clock.now()
    await shop.server.store.write(
      async (unit) => {
        const event = {
          webhookId: id,
          event: 'code_created',
          appId: shop.app,
          data: '{}',
          createdAt,
        } as const
        for (let i = 0; i < 51; i++) await unit.webhookDeliveries.insert({ ...event, state: 'failed' })
      },
      { durable: false },
    )
    const first = await shop.developer.call('webhook_log', { webhook: id })
    const second = await shop.developer.call('webhook_log', { webhook: id, after: first.next! })
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 1, null])
    const delivered = await shop.developer.call('webhook_log', { webhook: id, state: 'delivered' })
    expect(delivered).toEqual({ rows: [], next: null })
    const forget = (endedBefore: number, before: number, limit: number) =>
      shop.server.store.write((unit) => unit.webhookDeliveries.forget(endedBefore, before, limit), {
        durable: false,
      })
    await forget(createdAt, createdAt, 100)
    await forget(createdAt + 1, createdAt, 20)
    expect((await shop.read(id)).failed).toBe(31)
  })

  it('of every event is deleted with its log', async () => {
    const { id, path } = await shop.hook(WEBHOOK_EVENTS)
    await shop.code()
    await shop.came(path)
    await shop.developer.call('webhook_delete', { webhook: id })
    expect((await shop.developer.try('webhook_log', { webhook: id })).code).toBe(404)
    await shop.code()
  })
})
