import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { DAY, Shop } from './webhook-shop.ts'
import { signed } from './webhook-world.ts'

/** Deliveries to receivers that fail, hang and come back. */

let shop: Shop

beforeAll(async () => {
  shop = await Shop.open()
})
beforeEach(() => shop.next())
afterAll(() => shop.close())

describe('a receiver that fails', () => {
  it('gets the same event again after growing pauses, signed anew, until it answers 2xx', async () => {
    const { path, secret, id } = await shop.hook(['code_created'])
    const statuses = [500, 302, 404]
    shop.receiver.answer = (_, response) => {
      response.writeHead(statuses.shift() ?? 204, { location: `${shop.receiver.url}/elsewhere` })
      response.end('x'.repeat(5000))
    }
    await shop.code()
    const pauses: number[] = []
    for (let attempts = 1; attempts <= 3; attempts++) {
      await shop.came(path, attempts)
      const row = await until(
        async () => (await shop.log(id)).find((one) => one.attempts === attempts),
        'a try',
      )
      expect(row.answer).toBe('x'.repeat(1024))
      pauses.push(row.next_at! - shop.server.clock.now())
      await shop.later(row.next_at! - shop.server.clock.now())
    }
    const events = await shop.came(path, 4)
    const [row] = await shop.logged(id, 'delivered')
    expect(row).toMatchObject({ status: 204, attempts: 4, next_at: null })
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(new Set(events.map((one) => one.id)).size).toBe(1)
    expect(new Set(events.map((one) => one.text)).size).toBe(1)
    expect(new Set(events.map((one) => one.time)).size).toBe(4)
    for (const event of events) expect(event.signature).toBe(signed(secret, event))
    expect(shop.receiver.at('/elsewhere')).toEqual([])
  })

  it('that hangs is cut off and holds up no other receiver', async () => {
    const slow = await shop.hook(['code_created'])
    const quick = await shop.hook(['code_created'])
    shop.receiver.answer = ({ path }, response) => {
      if (path !== slow.path) response.end()
    }
    await shop.code()
    await shop.came(quick.path)
    const row = await until(
      async () => (await shop.log(slow.id)).find(({ attempts }) => attempts === 1),
      'a try',
    )
    expect(row).toMatchObject({ state: 'waiting', status: null, error: 'timeout' })
  })

  it('an event that is refused for a day is given up, while others are delivered; a person sends it again', async () => {
    const { path, id } = await shop.hook(['code_created'])
    let refused = ''
    shop.receiver.answer = (event, response) => {
      refused ||= event.id
      response.writeHead(event.id === refused ? 400 : 200)
      response.end()
    }
    await shop.code()
    for (let hours = 0; hours < 40 && (await shop.log(id)).at(-1)!.state === 'waiting'; hours++) {
      await until(async () => {
        const last = (await shop.log(id)).at(-1)!
        return last.state !== 'waiting' || last.next_at! > shop.server.clock.now()
      }, 'a try')
      await shop.code()
      await until(async () => (await shop.log(id))[0]!.state === 'delivered', 'another event')
      await shop.later(3600)
    }
    const [given] = await shop.logged(id, 'failed')
    expect(given).toMatchObject({ event_id: refused, status: 400 })
    expect(await shop.read(id)).toMatchObject({ state: 'on', failed: 1 })
    refused = 'none'
    const before = shop.receiver.at(path).length
    await shop.developer.call('webhook_resend', { event: given!.id })
    await until(async () => (await shop.log(id)).at(-1)!.state === 'delivered', 'the event')
    expect(shop.receiver.at(path)).toHaveLength(before + 1)
    expect(shop.receiver.at(path).at(-1)!.id).toBe(given!.event_id)
  })

  it('for a day is suspended, its developer gets a mail, and a resumption sends all that waits', async () => {
    const { path, id } = await shop.hook(['code_created'])
    shop.receiver.answer = (_, response) => {
      response.writeHead(503).end()
    }
    shop.mails.mails.length = 0
    await shop.code()
    for (let hours = 0; hours < 40 && (await shop.read(id)).state === 'on'; hours++) {
      const tries = async () => (await shop.log(id))[0]!.attempts
      const before = await tries()
      await shop.later(4 * 3600)
      await until(async () => (await tries()) > before || (await shop.read(id)).state !== 'on', 'a try')
    }
    expect(await shop.read(id)).toMatchObject({ state: 'suspended', waiting: 1 })
    const tried = shop.receiver.at(path).length
    await shop.code()
    await until(() => shop.mails.mails.length > 0, 'a mail')
    expect(shop.mails.mails[0]!.envelopeTo).toEqual(['vendor@example.com'])
    expect(JSON.stringify(shop.mails.mails)).not.toContain(path)
    await shop.later(DAY)
    expect(await shop.read(id)).toMatchObject({ state: 'suspended', waiting: 2 })
    expect(shop.receiver.at(path)).toHaveLength(tried)
    shop.receiver.answer = (_, response) => {
      response.end()
    }
    expect(await shop.developer.call('webhook_resume', { webhook: id })).toMatchObject({ state: 'on' })
    await shop.logged(id, 'delivered', 2)
    expect((await shop.developer.try('webhook_resume', { webhook: id })).code).toBe(409)
  })
})

describe('many events', () => {
  it('go to one host four at a time, and one at a time while it fails', async () => {
    const { path, id } = await shop.hook(['code_created'])
    for (let i = 0; i < 20; i++) await shop.code()
    await shop.came(path, 20)
    await shop.logged(id, 'delivered', 20)
    expect(shop.receiver.mostOpen).toBeLessThanOrEqual(4)
    shop.receiver.answer = (_, response) => {
      response.writeHead(500).end()
    }
    for (let i = 0; i < 30; i++) await shop.code()
    await until(async () => (await shop.log(id)).filter(({ attempts }) => attempts > 0).length >= 23, 'tries')
    const sent = shop.receiver.at(path).length
    // Four were under way when the third failed.
    expect(sent).toBeLessThanOrEqual(20 + 3 + 3)
    shop.receiver.answer = (_, response) => {
      response.end()
    }
    await shop.later(60)
    await until(async () => (await shop.read(id)).waiting === 0, 'all events')
  })
})
