import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HomeRouter } from './home-router.ts'

const HERE = '127.0.0.1'
const WANTED = { external: 8787, internal: 9000, secret: Buffer.alloc(12, 7) }

/** A UDP server on the loopback. `answer` gives the packets that it sends back. */
class UdpStub {
  readonly received: Buffer[] = []
  answer: (packet: Buffer) => Buffer | undefined = () => undefined
  readonly #socket: Socket = createSocket('udp4')

  async open(): Promise<void> {
    this.#socket.on('message', (packet, { port, address }) => {
      this.received.push(packet)
      const reply = this.answer(packet)
      if (reply !== undefined) this.#socket.send(reply, port, address)
    })
    await new Promise<void>((resolve) => this.#socket.bind(0, HERE, resolve))
  }

  get port(): number {
    return this.#socket.address().port
  }

  close(): void {
    this.#socket.close()
  }
}

/** A router that speaks UPnP. */
class UpnpStub {
  readonly actions: { readonly name: string; readonly body: string }[] = []
  /** The fault codes of the next calls of an action. */
  faults: Record<string, (number | undefined)[]> = {}
  entry = ''
  control = '/control'
  readonly #server: Server = createServer((request, response) => {
    if (request.url === '/desc.xml') {
      response.end(this.#description)
      return
    }
    let body = ''
    request.on('data', (text: Buffer) => (body += text.toString()))
    request.on('end', () => {
      const name = /#(\w+)"$/.exec(String(request.headers['soapaction']))?.[1] ?? ''
      this.actions.push({ name, body })
      const known = name === 'GetSpecificPortMappingEntry' && this.entry === '' ? 714 : undefined
      const fault = this.faults[name]?.shift() ?? known
      response.writeHead(fault === undefined ? 200 : 500, { 'content-type': 'text/xml' })
      response.end(
        fault === undefined
          ? `<s:Body><u:${name}Response>${this.entry}<NewExternalIPAddress>51.15.77.10</NewExternalIPAddress></u:${name}Response></s:Body>`
          : `<UPnPError><errorCode>${fault}</errorCode><errorDescription>No &amp; no</errorDescription></UPnPError>`,
      )
    })
  })

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, HERE, resolve))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  location(host = HERE): Buffer {
    return Buffer.from(`HTTP/1.1 200 OK\r\nLOCATION: http://${host}:${this.port}/desc.xml\r\n\r\n`)
  }

  calls(name: string): string[] {
    return this.actions.filter((action) => action.name === name).map(({ body }) => body)
  }

  get #description(): string {
    return `<root><device><serviceList><service>
      <serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType>
      <controlURL>${this.control}</controlURL></service></serviceList></device></root>`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

let map: UdpStub
let search: UdpStub
let upnp: UpnpStub
let router: HomeRouter
beforeEach(async () => {
  ;[map, search, upnp] = [new UdpStub(), new UdpStub(), new UpnpStub()]
  await Promise.all([map.open(), search.open(), upnp.open()])
  router = new HomeRouter({
    gateway: async () => HERE,
    fetch,
    mapPort: map.port,
    haste: 6,
    search: { host: HERE, port: search.port },
  })
})
afterEach(async () => {
  map.close()
  search.close()
  await upnp.close()
})

const isPcp = (packet: Buffer) => packet[0] === 2
/** An answer to MAP: the request's own nonce and ports. */
function pcpAnswer(packet: Buffer, { code = 0, external = 8787, seconds = 120 } = {}): Buffer {
  const reply = Buffer.from(packet.subarray(0, 60))
  reply[1] = 0x81
  reply[3] = code
  reply.writeUInt32BE(seconds, 4)
  reply.writeUInt16BE(external, 42)
  reply.set([51, 15, 77, 10], 56)
  return reply
}
/** NAT-PMP alone: a request of PCP is of an unknown version. */
function natPmp(packet: Buffer, { code = 0, external = 8787, seconds = 120 } = {}): Buffer {
  if (isPcp(packet)) return Buffer.from([0, 0x81, 0, 1, 0, 0, 0, 1])
  if (packet[1] === 0) return Buffer.from([0, 0x80, 0, 0, 0, 0, 0, 1, 51, 15, 77, 10])
  const reply = Buffer.alloc(16)
  reply[1] = 0x82
  reply.writeUInt16BE(code, 2)
  packet.copy(reply, 8, 4, 6)
  reply.writeUInt16BE(external, 10)
  reply.writeUInt32BE(seconds, 12)
  return reply
}

describe('PCP', () => {
  it('asks for this port and no other, and for the seconds that the router then chooses', async () => {
    map.answer = (packet) => (isPcp(packet) ? pcpAnswer(packet) : undefined)
    expect(await router.open(WANTED)).toMatchObject({
      mapping: {
        protocol: 'pcp',
        external: 8787,
        internal: 9000,
        externalAddress: '51.15.77.10',
        seconds: 120,
      },
    })
    const asked = map.received.find(isPcp)!
    expect(asked.readUInt32BE(4)).toBe(3600)
    expect([...asked.subarray(24, 36)]).toEqual([...WANTED.secret])
    expect([asked[36], asked.readUInt16BE(40), asked.readUInt16BE(42)]).toEqual([6, 9000, 8787])
    // The option PREFER_FAILURE.
    expect([...asked.subarray(60)]).toEqual([2, 0, 0, 0])
  })

  it('repeats a lost packet, and takes no answer with the nonce of another mapping', async () => {
    let times = 0
    map.answer = (packet) => {
      if (!isPcp(packet)) return undefined
      times++
      if (times === 1) return undefined
      const reply = pcpAnswer(packet, { external: times === 2 ? 1 : 8787 })
      if (times === 2) reply.fill(9, 24, 36)
      return reply
    }
    expect(await router.open(WANTED)).toMatchObject({ mapping: { external: 8787 } })
    expect(times).toBeGreaterThanOrEqual(3)
  })

  it('renews with the same nonce, and removes with a lifetime of 0', async () => {
    map.answer = (packet) => (isPcp(packet) ? pcpAnswer(packet) : undefined)
    const open = await router.open(WANTED)
    if ('failed' in open) throw new Error(open.failed)
    expect(await open.keep()).toMatchObject({ mapping: { external: 8787 } })
    await open.close()
    const last = map.received.at(-1)!
    expect(last.readUInt32BE(4)).toBe(0)
    expect([...last.subarray(24, 36)]).toEqual([...WANTED.secret])
  })

  it.each([
    [2, 'denied'],
    [7, 'no_address'],
    [11, 'conflict'],
    [8, 'refused'],
  ] as const)('tells code %d as %s', async (code, failed) => {
    map.answer = (packet) => (isPcp(packet) ? pcpAnswer(packet, { code }) : undefined)
    expect(await router.open(WANTED)).toMatchObject({ failed, detail: `PCP ${code}` })
  })
})

describe('NAT-PMP', () => {
  it('maps where the router does not know PCP, with a lifetime in seconds', async () => {
    map.answer = (packet) => natPmp(packet)
    expect(await router.open(WANTED)).toMatchObject({
      mapping: { protocol: 'nat_pmp', externalAddress: '51.15.77.10', seconds: 120 },
    })
    const asked = map.received.find((packet) => packet.length === 12)!
    expect(asked.readUInt32BE(8)).toBe(3600)
  })

  it('gives another port back at once: programs have theirs built in', async () => {
    map.answer = (packet) => natPmp(packet, { external: 50_000 })
    expect(await router.open(WANTED)).toMatchObject({ failed: 'conflict' })
    const last = map.received.at(-1)!
    expect([last.readUInt16BE(4), last.readUInt16BE(6), last.readUInt32BE(8)]).toEqual([9000, 0, 0])
  })

  it.each([
    [2, 'denied'],
    [3, 'no_address'],
    [4, 'refused'],
  ] as const)('tells code %d as %s', async (code, failed) => {
    map.answer = (packet) => natPmp(packet, { code })
    expect(await router.open(WANTED)).toMatchObject({ failed })
  })

  it('survives packets that are cut off', async () => {
    map.answer = (packet) => (isPcp(packet) ? Buffer.from([2]) : Buffer.from([0, 0x80, 0, 0]))
    expect(await router.open(WANTED)).toHaveProperty('failed')
  })
})

describe('UPnP', () => {
  beforeEach(() => {
    search.answer = () => upnp.location()
  })

  it('maps by the first version of the service too, and removes with the protocol named', async () => {
    const open = await router.open(WANTED)
    expect(open).toMatchObject({ mapping: { protocol: 'upnp', seconds: 3600, host: HERE } })
    if ('failed' in open) return
    await open.close()
    const [added] = upnp.calls('AddPortMapping')
    expect(added).toContain('<NewInternalPort>9000</NewInternalPort><NewInternalClient>127.0.0.1<')
    expect(upnp.calls('DeletePortMapping')[0]).toContain('<NewProtocol>TCP</NewProtocol>')
  })

  it('makes a mapping without an end where the router knows no other', async () => {
    upnp.faults['AddPortMapping'] = [725]
    expect(await router.open(WANTED)).toMatchObject({ mapping: { seconds: 0 } })
    expect(upnp.calls('AddPortMapping').at(-1)).toContain('<NewLeaseDuration>0<')
  })

  it('is not made again and again while more than half of its time is left', async () => {
    const entry = (seconds: number) =>
      `<NewInternalPort>9000</NewInternalPort><NewInternalClient>${HERE}</NewInternalClient><NewLeaseDuration>${seconds}</NewLeaseDuration>`
    upnp.entry = entry(3000)
    const open = await router.open(WANTED)
    expect(open).toMatchObject({ mapping: { seconds: 3000 } })
    expect(upnp.calls('AddPortMapping')).toEqual([])
    upnp.entry = entry(1700)
    if ('failed' in open) return
    expect(await open.keep()).toMatchObject({ mapping: { seconds: 3600 } })
    expect(upnp.calls('AddPortMapping')).toHaveLength(1)
  })

  it('leaves the port of another device alone, and names the device', async () => {
    upnp.entry = '<NewInternalClient>192.168.1.77</NewInternalClient>'
    expect(await router.open(WANTED)).toEqual({ failed: 'conflict', detail: '192.168.1.77' })
    expect(upnp.calls('AddPortMapping')).toEqual([])
  })

  it.each([
    [718, 'conflict'],
    [606, 'denied'],
    [501, 'refused'],
  ] as const)("tells %d as %s, in the router's words", async (code, failed) => {
    upnp.faults['AddPortMapping'] = [code]
    expect(await router.open(WANTED)).toMatchObject({
      failed,
      detail: code === 718 ? '' : `UPnP ${code} No & no`,
    })
  })

  it('calls nobody but the router: neither a description nor a service of another host', async () => {
    search.answer = () => upnp.location('127.0.0.2')
    expect(await router.open(WANTED)).toMatchObject({ failed: 'no_answer' })
    search.answer = () => upnp.location()
    upnp.control = 'http://192.0.2.1/control'
    expect(await router.open(WANTED)).toMatchObject({ failed: 'no_answer' })
    expect(upnp.actions).toEqual([])
  })

  it('tells the address outside without changing anything', async () => {
    expect(await router.look()).toEqual({ protocol: 'upnp', externalAddress: '51.15.77.10' })
    expect(new Set(upnp.actions.map(({ name }) => name))).toEqual(new Set(['GetExternalIPAddress']))
  })
})

it('says that there is no router, or that none answers', async () => {
  expect(await new HomeRouter({ gateway: async () => undefined, fetch }).open(WANTED)).toMatchObject({
    failed: 'no_gateway',
  })
  expect(await router.look()).toEqual({ failed: 'no_answer', detail: HERE })
})
