import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcp } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutsideOutcome } from '../../src-server/contract/ports.ts'
import type { LookUp } from '../../src-server/outbound/links/guarded-request.ts'
import { createOutsidePoster } from '../../src-server/outbound/outside-poster.ts'
import { freePort } from '../support/free-port.ts'
import { closeLoopback, openLoopback, portOf, urlOf } from '../support/loopback.ts'

/** The calls that came, and the answers by path. */
const calls: { path: string; body: string; type: string | undefined }[] = []
const server = createServer((request, response) => {
  void readAll(request).then((body) => {
    calls.push({ path: request.url ?? '', body, type: request.headers['content-type'] })
    answer(request.url ?? '', response)
  })
})
/** A server that takes connections and says nothing. */
const silent = createTcp(() => undefined)
let port = 0
let origin = ''

beforeAll(async () => {
  await openLoopback(server)
  await openLoopback(silent)
  port = portOf(server)
  origin = urlOf(server)
})
afterAll(async () => {
  await closeLoopback(server)
  // Its connections stay: it reads none of their ends.
  silent.close()
})

function answer(path: string, response: ServerResponse): void {
  if (path === '/hang') return
  if (path === '/away') response.writeHead(302, { location: `${origin}/inside` })
  if (path === '/busy') response.writeHead(429, { 'retry-after': '7' })
  if (path === '/endless') {
    response.write('x'.repeat(10))
    return
  }
  response.end(path === '/large' ? 'é'.repeat(100_000) : 'thanks')
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString()
  return text
}

const shipped = createOutsidePoster({ allowLoopback: false })
const call = (url: string, listed: readonly string[] = []) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  listed,
})
const shippedPost = (url: string, listed?: readonly string[]): Promise<OutsideOutcome> =>
  shipped.post(call(url, listed))

describe('the answer of a call', () => {
  const poster = createOutsidePoster({ allowLoopback: true, limitMs: 300 })
  const post = (path: string) => poster.post(call(`${origin}${path}`))

  it('has the status and the beginning of the text, and the receiver has the body', async () => {
    expect(await post('/ok')).toEqual({ status: 200, text: 'thanks', retryAfter: undefined })
    expect(calls.at(-1)).toEqual({ path: '/ok', body: '{"a":1}', type: 'application/json' })
    expect(await post('/busy')).toMatchObject({ status: 429, retryAfter: 7 })
    const large = await post('/large')
    expect('text' in large && Buffer.byteLength(large.text)).toBeLessThan(20_000)
  })

  it('is the redirect itself, which is not followed', async () => {
    expect(await post('/away')).toMatchObject({ status: 302 })
    expect(calls.filter(({ path }) => path === '/inside')).toEqual([])
  })

  it('is cut off in time, and a status that came before counts', async () => {
    expect(await post('/hang')).toMatchObject({ failed: 'timeout' })
    expect(await post('/endless')).toMatchObject({ status: 200, text: 'x'.repeat(10) })
    expect(await poster.post(call(`${urlOf(silent)}/`))).toMatchObject({ failed: 'timeout' })
  })

  it('is `unreachable` where nobody listens, `certificate` where HTTPS meets something else', async () => {
    expect(await poster.post(call(`http://127.0.0.1:${await freePort()}/`))).toEqual({
      failed: 'unreachable',
      detail: 'ECONNREFUSED',
    })
    expect(await poster.post(call(`https://127.0.0.1:${port}/`))).toMatchObject({ failed: 'certificate' })
  })
})

describe('addresses that the server never calls', () => {
  it.each([
    ['ftp://shop.example.com/', 'format'],
    ['shop.example.com', 'format'],
    ['http://shop.example.com/', 'https'],
    ['https://user:word@shop.example.com/', 'user'],
    ['https://user@shop.example.com/', 'user'],
    ['https://shop.example.com:22/', 'port'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f.1/', 'private'],
    ['https://0/', 'private'],
    ['https://10.0.0.1/', 'private'],
    ['https://100.100.100.200/', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://224.0.0.1/', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:127.0.0.1]/', 'private'],
    ['https://[64:ff9b::7f00:1]/', 'private'],
    ['https://[fd00:ec2::254]/', 'private'],
    ['https://[fe80::1]/', 'private'],
  ])('%s: %s', async (url, refusal) => {
    expect(shipped.refuses(url, [])).toBe(refusal)
    expect(await shippedPost(url)).toHaveProperty('failed')
  })

  it.each(['https://shop.example.com/', 'https://shop.example.com:8443/x?y=1', 'https://1.1.1.1/'])(
    '%s is not refused',
    (url) => {
      expect(shipped.refuses(url, [])).toBeUndefined()
    },
  )

  it('a name that leads to this machine is refused when it is looked up', async () => {
    expect(await shippedPost('https://localhost/')).toMatchObject({ failed: 'private' })
  })

  it('one private address among the addresses of a name is enough', async () => {
    const lookUp: LookUp = (_name, _options, callback) => {
      callback(null, [
        { address: '1.1.1.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])
    }
    const poster = createOutsidePoster({ allowLoopback: false, lookUp })
    expect(await poster.post(call('https://shop.example.com/'))).toMatchObject({ failed: 'private' })
  })

  it('connects to the address that it checked: a name is looked up once', async () => {
    let lookUps = 0
    const lookUp: LookUp = (_name, _options, callback) => {
      lookUps++
      callback(null, [{ address: lookUps === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }])
    }
    const listed = [`http://shop.example.com:${port}`]
    const poster = createOutsidePoster({ allowLoopback: false, lookUp })
    expect(await poster.post(call(`${listed[0]!}/x`, listed))).toMatchObject({ status: 200 })
    expect(lookUps).toBe(1)
  })
})

describe("the owner's list", () => {
  it('allows its own origins: plain, private, on any port', async () => {
    expect(await shippedPost(`${origin}/listed`)).toMatchObject({ failed: 'private' })
    expect(await shippedPost(`${origin}/listed`, [origin])).toMatchObject({ status: 200 })
    expect(await shippedPost(`http://localhost:${port}/`, [`http://localhost:${port}`])).toMatchObject({
      status: 200,
    })
  })

  it('allows nothing else: another port, another scheme, a user name, the secrets of a cloud', () => {
    expect(shipped.refuses(`http://127.0.0.1:${port + 1}/`, [origin])).toBe('private')
    expect(shipped.refuses(`https://127.0.0.1:${port}/`, [origin])).toBe('private')
    expect(shipped.refuses(`http://a:b@127.0.0.1:${port}/`, [origin])).toBe('user')
    for (const host of ['169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[fe80::1]'])
      expect(shipped.refuses(`http://${host}/`, [`http://${host}`]), host).toBe('private')
  })
})
