import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { RawConnection } from './raw-connection.ts'

/** 卡密 as GBK bytes. */
const GBK = Uint8Array.of(0xbf, 0xa8, 0xc3, 0xdc)
let server: TestServer
let app: number
const connections: RawConnection[] = []

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ free_mode: true })
})
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close()
  // After every hostile input the server lives and answers.
  expect(await server.api('ini', app)).toMatchObject({ code: 200 })
})
afterAll(() => server.end())

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(server.running.publicUrl)
  connections.push(connection)
  return connection
}
const target = (api = 'kmlogon') => `/api.php?api=${api}&app=${app}`
const HOST = 'Host: x\r\n'
/** Sends bytes on a new connection and reads the answer. */
async function send(...parts: (string | Uint8Array)[]) {
  const connection = await open()
  await connection.write(...parts)
  return connection.reply()
}
const json = ({ body }: { body: string }) => JSON.parse(body) as { code: number; msg: unknown }

async function post(body: string | Uint8Array, headers = '', api = 'kmlogon') {
  const bytes = Buffer.from(body)
  return send(
    `POST ${target(api)} HTTP/1.1\r\n${HOST}${headers}Content-Length: ${bytes.length}\r\n\r\n`,
    bytes,
  )
}

describe('raw bytes in the request line', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('卡密')],
    ['GBK', GBK],
  ])('are answered: %s', async (_, bytes) => {
    const reply = await send(`GET ${target()}&markcode=x y&kami=`, bytes, ` HTTP/1.1\r\n${HOST}\r\n`)
    expect([reply.status, json(reply)]).toMatchObject([200, { code: 200, msg: { kami: '卡密' } }])
  })

  it('are answered with a POST body that comes in a later packet, in two parts', async () => {
    const connection = await open()
    await connection.write(`POST ${target()}&x=`, GBK, ` HTTP/1.1\r\n${HOST}Content-Length: 19\r\n\r\n`)
    await connection.write('kami=ABC&ma')
    await connection.write('rkcode=1')
    expect(json(await connection.reply())).toMatchObject({ code: 200, msg: { kami: 'ABC' } })
  })

  it('are answered as the second, third and fourth request of a connection', async () => {
    const connection = await open()
    for (const kami of ['first', '卡密', 'third', '密卡']) {
      await connection.write(`GET ${target()}&markcode=1&kami=${kami} HTTP/1.1\r\n${HOST}\r\n`)
      expect(json(await connection.reply())).toMatchObject({ code: 200, msg: { kami } })
    }
  })

  it("leave the caller's address known", async () => {
    const key = '1@A'
    const { id } = await server.act('device_create', { app, account_key: key, vip: 4_102_243_200 })
    await server.act('device_control', { ids: [id], close_all: true })
    await send(`GET ${target('mt5pulse')}&account_key=${key}&x=`, GBK, ` HTTP/1.1\r\n${HOST}\r\n`)
    expect((await server.act('device_get', { id })).commands).toMatchObject([
      { state: 'delivered', delivered_ip: '127.0.0.1' },
    ])
  })

  it('are 401 also over the limit of an address', async () => {
    const reply = await send(`GET ${target()}&kami=`, Buffer.alloc(3000, GBK), ` HTTP/1.1\r\n${HOST}\r\n`)
    expect([reply.status, json(reply).code]).toEqual([200, 401])
  })
})

describe('oversized requests', () => {
  it('65 KB announced: the server answers 413 with the envelope and closes the connection', async () => {
    const connection = await open()
    await connection.write(`POST ${target()} HTTP/1.1\r\n${HOST}Content-Length: 66560\r\n\r\nkami=1`)
    const reply = await connection.reply()
    expect([reply.status, json(reply)]).toMatchObject([413, { code: 401, msg: '错误的数据' }])
    expect(reply.head).toMatch(/connection: close/i)
  })

  it('65 KB in chunks without an announcement: the server does the same', async () => {
    const connection = await open()
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
    await connection.write(
      `POST ${target()} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`,
      chunk.repeat(17),
    )
    expect((await connection.reply()).status).toBe(413)
  })

  it('64 KB is served', async () => {
    const body = 'kami=1&markcode=1&pad='
    expect(json(await post(body + 'x'.repeat(65_536 - body.length)))).toMatchObject({ code: 200 })
  })

  it.each([8193, 9000])('an address of %d bytes answers 401', async (length) => {
    const query = `api=ini&app=${app}&pad=`
    const reply = await send(
      `GET /api.php?${query}${'x'.repeat(length - query.length)} HTTP/1.1\r\n${HOST}\r\n`,
    )
    expect([reply.status, json(reply).code]).toEqual([200, 401])
  })

  it.each([
    [200, 200],
    [201, 401],
    [5000, 401],
  ])('%d parameters answer %d', async (count, code) => {
    const pairs = ['kami=1', 'markcode=1', ...Array.from({ length: count - 4 }, (_, i) => `p${i}=`)]
    expect(json(await post(pairs.join('&')))).toMatchObject({ code })
  })

  it('30,000 nested arrays as JSON, and a JSON array, are no parameters', async () => {
    for (const body of ['['.repeat(30_000), '[1,2]', `{"a":${'['.repeat(20_000)}`]) {
      expect([401, 148]).toContain(json(await post(body)).code)
    }
  })
})

describe('unusual but valid requests', () => {
  it.each<[string, string | Uint8Array]>([
    ['a trailing NUL', 'kami=K&markcode=1\0'],
    ['several, and what follows them', 'kami=K&markcode=1\0\0&kami=X'],
    ['a leading &', '&kami=K&&markcode=1&'],
    ['JSON', '{"kami":"K","markcode":1}'],
    ['a BOM', Uint8Array.of(0xef, 0xbb, 0xbf, ...Buffer.from('kami=K&markcode=1'))],
    ['doubles: the last', 'kami=X&markcode=1&kami=K'],
    ['broken percent signs', 'kami=K&markcode=%zz%'],
    ['broken UTF-8', Uint8Array.of(...Buffer.from('kami=K&markcode='), 0xff, 0xc0, 0x80)],
    ['prototype names', '__proto__=1&constructor=2&hasOwnProperty=3&kami=K&markcode=toString'],
    ['names with brackets', 'kami[]=X&kami[a]=Y&kami=K&markcode=1'],
    ['SQL, LIKE, RTL and emoji', `kami=K&markcode=${encodeURIComponent(`' OR 1=1;--%_\u202e😀`)}`],
  ])('%s is served', async (_, body) => {
    expect(json(await post(body))).toMatchObject({ code: 200, msg: { kami: 'K' } })
  })

  it.each([
    '',
    'Content-Type: text/plain\r\n',
    'Content-Type: multipart/form-data\r\n',
    'Content-Type: application/json; charset=gbk\r\n',
  ])('a form under %j is served', async (header) => {
    expect(json(await post('kami=K&markcode=1', header))).toMatchObject({ code: 200 })
  })

  it.each(['//', '///', 'http://any.host/'])('an address that starts with %s is served', async (start) => {
    const address = target('ini').replace('/', start)
    for (const method of ['GET', 'POST']) {
      const reply = await send(`${method} ${address} HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`)
      expect(json(reply)).toMatchObject({ code: 200 })
    }
    const image = await send(`GET ${start}ajax.php?act=image HTTP/1.1\r\n${HOST}\r\n`)
    expect(json(image)).toMatchObject({ code: 200 })
  })

  it.each(['/yz', '//', '/a/b%20c', '/console'])('a folder before it is served: %s', async (folder) => {
    const line = target('ini').replace('/api', `${folder}/api`)
    for (const method of ['GET', 'POST']) {
      const reply = await send(`${method} ${line} HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`)
      expect(json(reply)).toMatchObject({ code: 200 })
    }
    expect((await send(`OPTIONS ${line} HTTP/1.1\r\n${HOST}\r\n`)).status).toBe(204)
    const image = await send(`GET ${folder}/ajax.php?act=image HTTP/1.1\r\n${HOST}\r\n`)
    expect(json(image)).toMatchObject({ code: 200 })
  })

  it('a folder is served before public actions only, and not before longer names', async () => {
    const { consoleUrl } = server.running
    const post = (path: string) => fetch(`${consoleUrl}${path}`, { method: 'POST', body: '{}' })
    expect((await post('/ajax.php?act=session')).status).toBe(200)
    expect(await (await post('/yz/ajax.php?act=session')).json()).toMatchObject({ code: 400 })
    for (const path of ['/yz/xajax.php?act=image', '/xapi.php?api=ini'])
      expect((await post(path)).status).toBe(404)
  })

  it.each([
    ['GET', (line: string) => `GET ${line}&kami=K&markcode=1 HTTP/1.1\nHost: x\n\n`],
    ['POST', (line: string) => `POST ${line} HTTP/1.1\nHost: x\nContent-Length: 17\n\nkami=K&markcode=1`],
    ['raw bytes', (line: string) => `GET ${line}&x=卡 密&kami=K&markcode=1 HTTP/1.1\nHost: x\n\n`],
  ])('bare line feeds are served: %s, twice on a connection', async (_, write) => {
    const connection = await open()
    for (let twice = 0; twice < 2; twice++) {
      await connection.write(write(target()))
      expect(json(await connection.reply())).toMatchObject({ code: 200, msg: { kami: 'K' } })
    }
  })

  it('a form in GBK, percent-encoded or raw, is read', async () => {
    expect(json(await post('kami=%BF%A8%C3%DC&markcode=1'))).toMatchObject({ msg: { kami: '卡密' } })
    expect(json(await post(Buffer.concat([Buffer.from('markcode=1&kami='), GBK])))).toMatchObject({
      msg: { kami: '卡密' },
    })
  })

  it('an array name is not the plain name', async () => {
    expect(json(await post('kami[]=K&markcode=1'))).toMatchObject({ code: 148 })
  })

  it('a compressed body is not unpacked', async () => {
    const bomb = gzipSync('kami=K&markcode=1&' + 'x'.repeat(1_000_000))
    expect(json(await post(bomb, 'Content-Encoding: gzip\r\n'))).toMatchObject({ code: 148 })
  })

  it('HEAD answers no body and changes nothing; TRACE and PUT are refused with the envelope', async () => {
    const kami = await server.code({ app, type: 'count', amount: 2 })
    await server.act('app_update', { app, free_mode: false })
    const head = await open()
    await head.write(`HEAD ${target()}&kami=${kami}&markcode=1 HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
    await head.closed()
    const { rows } = await server.act('code_list', { filter: { app, kami } })
    expect(rows[0]).toMatchObject({ left: 2, markcode: '' })
    await server.act('app_update', { app, free_mode: true })
    for (const method of ['PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
      const reply = await send(`${method} ${target('ini')} HTTP/1.1\r\n${HOST}\r\n`)
      expect([reply.status, json(reply).code]).toEqual([200, 141])
    }
  })

  it('X-Forwarded-For is ignored', async () => {
    const checked = await server.application({ ip_check: true })
    const kami = await server.code({ app: checked, type: 'permanent' })
    for (const ip of ['203.0.113.1', '203.0.113.2']) {
      const headers = `X-Forwarded-For: ${ip}\r\nX-Real-IP: ${ip}\r\nForwarded: for=${ip}\r\n`
      await send(
        `GET /api.php?api=kmlogon&app=${checked}&kami=${kami}&markcode=1 HTTP/1.1\r\n${HOST}${headers}\r\n`,
      )
    }
    expect(await server.act('code_list', { filter: { app: checked, kami } })).toMatchObject({
      rows: [{ ip: '127.0.0.1' }],
    })
  })
})

describe('invalid HTTP', () => {
  it.each<[string, string | Uint8Array]>([
    ['no Host', `GET /api.php?api=ini HTTP/1.1\r\n\r\n`],
    [
      'Content-Length and Transfer-Encoding',
      `POST /api.php HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `POST /api.php HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
    ['an invalid length', `POST /api.php HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`],
    ['one bare line feed among others', `GET /api.php HTTP/1.1\r\nHost: x\nX: y\r\n\r\n`],
    ['a bare line feed behind CRLF', `GET /api.php HTTP/1.1\nHost: x\r\nX: y\n\n`],
    ['a TLS hello', Uint8Array.of(0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x0a, 0x0d, 0x0a)],
    ['no method', `卡密\r\n\r\n`],
    ['an invalid header', `GET /api.php HTTP/1.1\r\n${HOST}no header\r\n\r\n`],
    ['a header block of 20 KB', `GET /api.php HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['raw bytes in the line, and no Host', `GET /api.php?x=卡 HTTP/1.1\r\n\r\n`],
  ])('%s: is refused with 4xx, and no second request is read from it', async (_, bytes) => {
    const connection = await open()
    await connection.write(bytes, `GET ${target('ini')} HTTP/1.1\r\n${HOST}\r\n`)
    const reply = await connection.reply()
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(reply.body).not.toMatch(/at .*\.ts|node_modules/)
    // node:http itself refuses a missing Host, without a body.
    if (reply.body !== '') expect(json(reply).code).toBe(reply.status)
    await connection.closed()
  })

  it('an unknown expectation is refused with 417 and JSON', async () => {
    const reply = await send(`GET ${target('ini')} HTTP/1.1\r\n${HOST}Expect: foo\r\n\r\n`)
    expect([reply.status, json(reply).code]).toEqual([417, 417])
  })

  it('a client with a slow head blocks nobody, and may leave in the middle', async () => {
    const slow = await open()
    await slow.write('GET /api.php?api=ini HTTP/1.1\r\nHo')
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
    slow.close()
    const half = await open()
    await half.write(`POST ${target()} HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\nkami=1`)
    half.close()
  })
})
