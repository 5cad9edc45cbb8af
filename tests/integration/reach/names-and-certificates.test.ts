import { createSocket, type Socket } from 'node:dgram'
import { createServer as createHttpsServer, type Server } from 'node:https'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressCaller } from '../../../src-server/outbound/reach/address-caller.ts'
import { createNameLookup } from '../../../src-server/outbound/reach/name-lookup.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { closeLoopback, openLoopback, portOf } from '../../support/loopback.ts'

const A = 1
const AAAA = 28
const NO_NAME = 3
const FAILURE = 2

/** A name server with these records. A name without any gets "no such name", and `broken.` a failure. */
class NameServer {
  readonly #socket: Socket = createSocket('udp4')

  async open(): Promise<void> {
    this.#socket.on('message', (query, { port, address }) => {
      this.#socket.send(answer(query), port, address)
    })
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve))
  }

  get place(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  close(): void {
    this.#socket.close()
  }
}

const RECORDS: Readonly<Record<string, Partial<Record<number, Buffer>>>> = {
  'ea.example.com': { [A]: Buffer.from([51, 15, 77, 10]), [AAAA]: Buffer.alloc(16, 0x2a) },
  'four.example.com': { [A]: Buffer.from([51, 15, 77, 11]) },
}

function answer(query: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const type = query.readUInt16BE(at + 1)
  const name = labels.join('.')
  const records = RECORDS[name]
  const data = records?.[type]
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 + (name.startsWith('broken.') ? FAILURE : records === undefined ? NO_NAME : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data === undefined ? 0 : 1, 6)
  if (data === undefined) return Buffer.concat([head, question])
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, question, record, data])
}

describe('names', () => {
  const server = new NameServer()
  beforeAll(() => server.open())
  afterAll(() => {
    server.close()
  })
  const lookUp = (name: string) => createNameLookup([server.place]).lookUp(name)

  it('have addresses of both kinds, or of one', async () => {
    expect(await lookUp('ea.example.com')).toEqual({
      ipv4: ['51.15.77.10'],
      ipv6: ['2a2a:2a2a:2a2a:2a2a:2a2a:2a2a:2a2a:2a2a'],
    })
    expect(await lookUp('four.example.com')).toEqual({ ipv4: ['51.15.77.11'], ipv6: [] })
  })

  it('that do not exist differ from name servers that fail', async () => {
    expect(await lookUp('none.example.com')).toEqual({ ipv4: [], ipv6: [], failed: 'none' })
    expect(await lookUp('broken.example.com')).toEqual({ ipv4: [], ipv6: [], failed: 'silent' })
  })
})

describe('a certificate', () => {
  let server: Server
  let base: string
  beforeAll(async () => {
    server = createHttpsServer(makeCertificate(), (request, response) => {
      if (request.url === '/long') response.end('x'.repeat(1_000_000))
      else response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end()
    })
    await openLoopback(server)
    base = `https://127.0.0.1:${portOf(server)}/`
  })
  afterAll(() => closeLoopback(server))

  it('is read though programs refuse it, with the reason', async () => {
    const seen = await addressCaller.certificate(base)
    expect(seen).toMatchObject({
      names: ['127.0.0.1'],
      issuer: '127.0.0.1',
      refusal: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      fitsName: true,
    })
    if ('failed' in seen) return
    expect(seen.until - seen.from).toBe(2 * 86_400)
  })

  it('that is for another name says so', async () => {
    expect(await addressCaller.certificate(base.replace('127.0.0.1', 'localhost'))).toMatchObject({
      fitsName: false,
    })
  })

  it('does not keep the call of the own address away, which follows no redirect and reads little', async () => {
    expect(await addressCaller.call(base)).toEqual({ status: 302, text: '' })
    const long = await addressCaller.call(`${base}long`)
    expect(long).toMatchObject({ status: 200 })
    expect('text' in long && long.text.length).toBe(4096)
  })

  it('is missing where plain HTTP answers, or nothing', async () => {
    const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    await openLoopback(plain)
    const url = `https://127.0.0.1:${portOf(plain)}/`
    expect(await addressCaller.certificate(url)).toHaveProperty('failed')
    expect(await addressCaller.call(url)).toHaveProperty('failed')
    plain.close()
    expect(await addressCaller.certificate('https://127.0.0.1:9/')).toEqual({ failed: 'ECONNREFUSED' })
    expect(await addressCaller.call('http://name.invalid/')).toMatchObject({
      failed: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/) as string,
    })
  })
})
