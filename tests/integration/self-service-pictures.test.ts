import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AcceptedRequest, FollowedRequest } from '../../src-server/contract/self-service.ts'
import { JPEG, PNG, WEBP } from '../support/pictures.ts'
import {
  newAddress,
  trustOwnHeaders,
  visit,
  type PublicReply,
  type Visit,
} from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { RawConnection } from './raw-connection.ts'

/** image_workorder: pictures for open requests, and their delivery. */
let server: TestServer
let app: number
let number: string
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
  app = await server.application()
})
afterAll(() => server.end())
beforeEach(async () => {
  const kami = `PICTURE-${++made}`
  await server.act('code_import', {
    app,
    rows: [{ kami, type: 'permanent', markcode: 'PC', use_time: START }],
  })
  const { msg } = await visit(server, 'unbind_km', { card: kami, contact: 'c', reason: 'r' })
  number = (msg as AcceptedRequest).request_id
})

const upload = (
  body: Uint8Array<ArrayBuffer> | string,
  request = number,
  how: Visit = {},
): Promise<PublicReply> =>
  visit(server, 'image_workorder', {}, { body, query: `&request=${encodeURIComponent(request)}`, ...how })

const imagesOf = async (request = number) => {
  const { rows } = await server.act('auth_request_list', {
    search: request.replaceAll('-', ''),
    filter: { app },
  })
  return rows[0]?.images ?? []
}
const kept = () => server.store.read(async (unit) => unit.images.count('request'))

describe('an upload', () => {
  it.each([
    ['PNG', PNG, 'image/png'],
    ['JPEG', JPEG, 'image/jpeg'],
    ['WebP', WEBP, 'image/webp'],
  ] as const)('of a %s is stored and served as a picture of that type only', async (_, bytes, type) => {
    expect(await upload(bytes)).toMatchObject({ status: 200, code: 200, msg: { images: 1 } })
    const [path = ''] = await imagesOf()
    expect(path).toMatch(/^\/ajax\.php\?act=image_workorder&id=[\w-]{22}$/)
    for (const listener of [server.running.publicUrl, server.running.consoleUrl]) {
      const response = await fetch(listener + path)
      expect(response.status).toBe(200)
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('ignores the type and name that the sender gives', async () => {
    const headers = { 'content-type': 'text/html' }
    expect((await upload(PNG, number, { headers })).code).toBe(200)
  })

  it('takes the number in any spelling', async () => {
    expect((await upload(PNG, number.toLowerCase().replaceAll('-', ' '))).code).toBe(200)
  })

  it('may come in pieces without a length', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let at = 0; at < PNG.length; at += 10) controller.enqueue(PNG.subarray(at, at + 10))
        controller.close()
      },
    })
    const response = await fetch(
      `${server.running.publicUrl}/ajax.php?act=image_workorder&request=${number}`,
      {
        method: 'POST',
        body: pieces,
        duplex: 'half',
      } as RequestInit,
    )
    expect(await response.json()).toMatchObject({ code: 200, msg: { images: 1 } })
  })

  it('is allowed three times for a request, also in four simultaneous calls', async () => {
    const replies = await Promise.all([PNG, JPEG, WEBP, PNG].map((bytes) => upload(bytes)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(replies.find(({ code }) => code !== 200)).toMatchObject({ code: 201, msg: '图片数量已达上限' })
    expect((await upload(PNG)).code).toBe(201)
    expect(await imagesOf()).toHaveLength(3)
    expect((await visit(server, 'request_status', { request: number })).msg).toMatchObject({ images: 3 })
  })

  it('is refused for an ended request', async () => {
    await visit(server, 'request_withdraw', { request: number })
    expect(await upload(PNG)).toMatchObject({ code: 201, msg: '该申请已处理' })
    expect(await imagesOf()).toEqual([])
  })

  it.each(['', 'x', '2222-2222-2222'])('is refused for the request %j', async (request) => {
    const before = await kept()
    expect(await upload(PNG, request)).toMatchObject({ code: 153, msg: '申请不存在' })
    expect(await kept()).toBe(before)
  })

  it('is allowed thirty times an hour from one address', async () => {
    const from = newAddress()
    for (let at = 0; at < 30; at++) await upload('x', number, { from })
    const refused = await upload(PNG, number, { from })
    expect(refused).toMatchObject({ status: 429, code: 429 })
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(await imagesOf()).toEqual([])
  })

  it('with a guessed number counts as a guess', async () => {
    const from = newAddress()
    for (let at = 0; at < 20; at++) expect((await upload('x', 'nosuch', { from })).code).toBe(153)
    expect((await upload(PNG, number, { from })).status).toBe(429)
    expect((await visit(server, 'query_km', { card: 'x' }, { from })).status).toBe(429)
  })
})

describe('any other upload is refused and nothing is stored', () => {
  const pixels = (width: number, height: number) => {
    const bytes = Buffer.from(PNG)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }
  const script = Buffer.from('<script>alert(1)</script>')

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a page before a picture', Buffer.concat([script, PNG])],
    ['a page after a PNG', Buffer.concat([PNG, script])],
    ['a page after a JPEG', Buffer.concat([JPEG, script])],
    ['a page after a WebP', Buffer.concat([WEBP, script])],
    ['a PNG and a JPEG', Buffer.concat([PNG, JPEG])],
    ['half a PNG', PNG.subarray(0, PNG.length / 2)],
    ['half a JPEG', JPEG.subarray(0, JPEG.length / 2)],
    ['half a WebP', WEBP.subarray(0, WEBP.length / 2)],
    ['a hundred million pixels', pixels(10_000, 10_000)],
    ['4 thousand million times as many', pixels(0xffffffff, 0xffffffff)],
    ['a form', Buffer.from('card=x&contact=y')],
    ['5 MB of zeros', Buffer.alloc(5 * 1024 * 1024)],
  ])('%s: is refused', async (_, bytes) => {
    const before = await kept()
    expect(await upload(bytes)).toMatchObject({ status: 200, code: 142, msg: '上传类型不支持' })
    expect(await kept()).toBe(before)
  })

  it('one byte over 5 MB: answers 413, announced or not', async () => {
    const large = new Uint8Array(5 * 1024 * 1024 + 1)
    large.set(PNG)
    const before = await kept()
    expect(await upload(large)).toMatchObject({ status: 413, code: 413, msg: '请求数据过大' })
    const response = await fetch(
      `${server.running.publicUrl}/ajax.php?act=image_workorder&request=${number}`,
      {
        method: 'POST',
        headers: { 'x-forwarded-for': newAddress() },
        body: new Blob([large]).stream(),
        duplex: 'half',
      } as RequestInit,
    )
    expect([response.status, await response.json()]).toMatchObject([413, { code: 413 }])
    expect(await kept()).toBe(before)
  })

  it('an aborted upload leaves nothing, and later ones are served', async () => {
    const before = await kept()
    for (const part of [0, 1, 50]) {
      const line = await RawConnection.open(server.running.publicUrl)
      await line.write(
        `POST /ajax.php?act=image_workorder&request=${number} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${newAddress()}\r\nContent-Length: ${PNG.length}\r\n\r\n`,
        PNG.subarray(0, part),
      )
      line.close()
    }
    expect((await upload(PNG)).msg).toMatchObject({ images: 1 })
    expect(await kept()).toBe(before + 1)
  })

  it('endless uploads: a limited number is accepted at once, and their places become free again', async () => {
    const slow = Array.from({ length: 16 }, () => {
      const sent = httpRequest(`${server.running.publicUrl}/ajax.php?act=image_workorder&request=${number}`, {
        method: 'POST',
        agent: false,
        headers: { 'content-length': '1000', 'x-forwarded-for': newAddress() },
      })
      sent.on('error', () => undefined)
      sent.write('x')
      return sent
    })
    const busy = await until(async () => {
      const reply = await upload('x')
      return reply.status === 429 ? reply : undefined
    }, 'all places taken')
    expect(busy.headers.get('retry-after')).toBe('5')
    for (const sent of slow) sent.destroy()
    await until(async () => (await upload('x')).status === 200, 'a place')
    expect((await upload(PNG)).code).toBe(200)
  }, 60_000)
})

describe('request_status of a request with pictures', () => {
  const follow = async (request: string, act: 'request_status' | 'request_withdraw' = 'request_status') =>
    (await visit(server, act, { request })).msg as FollowedRequest
  const output = async (id: string) => {
    const response = await fetch(`${server.running.publicUrl}/ajax.php?act=image_workorder&id=${id}`)
    return Buffer.from(await response.arrayBuffer())
  }

  it('names its pictures in their order, and each name serves its picture', async () => {
    const sent = [PNG, JPEG, WEBP]
    const ids: string[] = []
    for (const bytes of sent) ids.push(((await upload(bytes)).msg as { id: string }).id)
    const { images, pictures } = await follow(number.toLowerCase().replaceAll('-', ''))
    expect(images).toBe(3)
    expect(pictures.map(({ id }) => id)).toEqual(ids)
    expect(pictures.map(({ path }) => path)).toEqual(await imagesOf())
    for (const [at, { id, path }] of pictures.entries()) {
      expect((await output(id)).equals(sent[at]!)).toBe(true)
      expect(path).toContain(id)
    }
  })

  it('names them as long as the request can be followed, also after a withdrawal', async () => {
    await upload(PNG)
    const { pictures } = await follow(number, 'request_withdraw')
    expect(pictures).toHaveLength(1)
    expect((await follow(number)).pictures).toEqual(pictures)
    expect((await output(pictures[0]!.id)).equals(PNG)).toBe(true)
  })

  it("names no picture of another request, and none without the request's number", async () => {
    await upload(PNG)
    const [{ id } = { id: '' }] = (await follow(number)).pictures
    const kami = `PICTURE-${++made}`
    await server.act('code_import', {
      app,
      rows: [{ kami, type: 'permanent', markcode: 'PC', use_time: START }],
    })
    const other = await visit(server, 'unbind_km', { card: kami, contact: 'c', reason: 'r' })
    expect((await follow((other.msg as AcceptedRequest).request_id)).pictures).toEqual([])
    for (const act of ['request_status', 'request_withdraw', 'unbind_km', 'query_km'] as const) {
      const reply = await visit(server, act, {
        request: '2222-2222-2222',
        card: kami,
        contact: 'c',
        reason: 'r',
      })
      expect(JSON.stringify(reply.msg)).not.toContain(id)
    }
    // 128 random bits: the end of a name is as hard to guess as its start.
    const near = `${id.slice(0, -2)}${id.endsWith('AA') ? 'BA' : 'AA'}`
    expect(JSON.parse((await output(near)).toString())).toMatchObject({ code: 404 })
  })
})

describe('a picture address', () => {
  it.each(['', 'x', 'A'.repeat(22), '../../etc/passwd', '%00'])('answers 404 for %j', async (id) => {
    const reply = await visit(server, 'image_workorder', {}, { method: 'GET', query: `&id=${id}` })
    expect(reply).toMatchObject({ status: 200, code: 404, msg: '图片不存在' })
  })

  it("keeps the site's pictures and the requests' pictures apart", async () => {
    const { id } = await server.act('image_upload', { purpose: 'logo', data: PNG.toString('base64') })
    const reply = await visit(server, 'image_workorder', {}, { method: 'GET', query: `&id=${id}` })
    expect(reply.code).toBe(404)
    await upload(PNG)
    const [path = ''] = await imagesOf()
    const its = new URLSearchParams(path.split('?')[1]).get('id') ?? ''
    expect((await fetch(`${server.running.publicUrl}/images/${its}`)).status).toBe(404)
  })
})
