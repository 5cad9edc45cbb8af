import { get } from 'node:http'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { JPEG, PNG, WEBP } from '../support/pictures.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { closeLoopback, openLoopback, portOf } from '../support/loopback.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const refusal = async (name: string, input: unknown) => (await server.owner()).try(name, input)

/** The status of a call over a connection of its own. */
const ownConnection = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })

describe('platform settings', () => {
  it('change the members they name and survive a restart', async () => {
    const before = await server.act('settings_get', {})
    expect(before.site).toMatchObject({ name: 'Pulsekey', language: 'zh-CN' })
    const after = await server.act('settings_set', {
      site: { name: 'Gold Desk', colour: '#aa5500' },
      retention: { history_months: 12 },
    })
    expect(after).toEqual({
      ...before,
      site: { ...before.site, name: 'Gold Desk', colour: '#aa5500' },
      retention: { history_months: 12, history_gb: 0 },
    })
    await server.close()
    await server.open()
    const again = await server.act('settings_get', {})
    expect(again.site).toEqual(after.site)
    expect(again.retention).toEqual({ history_months: 12, history_gb: 0 })
  })

  it('a limit of the telemetry database shows with its forecast on the health screen', async () => {
    const without = await server.act('health', {})
    expect(without.history).toMatchObject({ per_day: null, limit: null, days_left: null })
    expect(without.history?.used).toBeGreaterThan(0)
    await server.act('settings_set', { retention: { history_gb: 2 } })
    expect((await server.act('health', {})).history).toMatchObject({ limit: 2 * 1024 ** 3, days_left: null })
  })

  it.each([
    [{ site: { colour: 'red' } }, 'site.colour'],
    [{ site: { logo: 'x'.repeat(22) } }, 'site.logo'],
    [{ listeners: { public_port: 0 } }, 'listeners.public_port'],
    [{ listeners: { public_host: 'example.com' } }, 'listeners.public_host'],
    [{ listeners: { tls_key: '/none/key.pem' } }, 'listeners.tls_cert'],
    [{ https: { directory: 'http://plain.example.com/dir' } }, 'https.directory'],
    [{ https: { mode: 'files', port: 8443, cert: '/none/cert.pem' } }, 'https.cert'],
    [{ https: { names: ['two words'] } }, 'https.names.0'],
    [{ listeners: { tls_cert: '/none/cert.pem', tls_key: '/none/key.pem' } }, 'listeners.tls_cert'],
    [{ client_address: { trusted: ['10.0.0.0/33'] } }, 'client_address.trusted.0'],
    [{ outside: { listed: ['http://127.0.0.1/path'] } }, 'outside.listed.0'],
    [{ outside: { listed: ['127.0.0.1:80'] } }, 'outside.listed.0'],
    [{ backups: { time: '24:00' } }, 'backups.time'],
    [{ backups: { keep: 0 } }, 'backups.keep'],
    [{ nosuch: {} }, 'body'],
  ])('refuse %j with its member and change nothing', async (change, member) => {
    const before = await server.act('settings_get', {})
    const reply = await refusal('settings_set', { site: { title: 'half' }, ...change })
    expect(reply.code).toBe(422)
    expect(Object.keys(reply.fields ?? {})).toEqual([member])
    expect(await server.act('settings_get', {})).toEqual(before)
  })

  it("show the platform's name before a sign-in", async () => {
    const response = await fetch(`${server.running.consoleUrl}/ajax.php?act=site_get`, {
      method: 'POST',
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ code: 200, msg: { name: 'Gold Desk' } })
  })
})

describe('the public listener', () => {
  it('moves to another port under load and answers every call of clients that return', async () => {
    const app = await server.application()
    await server.act('device_create', { app, account_key: '1@A', vip: START + 9e6 })
    const codes: number[] = []
    let going = true
    let url = server.running.publicUrl
    const pulse = async () =>
      (await (
        await fetch(`${url}/api.php?api=mt5pulse&app=${app}`, {
          method: 'POST',
          body: new URLSearchParams({ account_key: '1@A', equity: '1' }),
        })
      ).json()) as { code: number }
    const clients = Array.from({ length: 6 }, async () => {
      while (going) codes.push((await pulse()).code)
    })
    await until(() => codes.length > 30, 'load')
    for (let move = 0; move < 3; move++) {
      const port = await freePort()
      const { public_url } = await server.act('settings_set', { listeners: { public_port: port } })
      expect(public_url).toBe(`http://127.0.0.1:${port}`)
      // The clients get the new address as an operator gives it: a moment later. Calls to the old one are still
      // answered, over new connections too.
      expect(await ownConnection(`${url}/api.php?api=ini&app=${app}`)).toBe(200)
      url = public_url
      const before = codes.length
      await until(() => codes.length > before + 30, 'calls at the new port')
    }
    going = false
    await Promise.all(clients)
    expect(new Set(codes)).toEqual(new Set([200]))
  })

  it('refuses a port of another program and keeps the old one', async () => {
    const other = createServer()
    await openLoopback(other)
    const port = portOf(other)
    const { public_url } = await server.act('settings_get', {})
    const reply = await refusal('settings_set', { listeners: { public_port: port }, site: { title: 'half' } })
    expect(reply).toMatchObject({
      code: 422,
      fields: { 'listeners.public_port': 'taken by another program' },
    })
    expect(await server.act('settings_get', {})).toMatchObject({ public_url, site: { title: '' } })
    expect((await fetch(`${public_url}/api.php?api=ini&app=1`)).status).toBe(200)
    await closeLoopback(other)
  })

  it('keeps the port when only the address changes', async () => {
    const { listeners } = await server.act('settings_get', {})
    const moved = await server.act('settings_set', { listeners: { public_host: '0.0.0.0' } })
    expect(moved.public_url).toBe(`http://127.0.0.1:${listeners.public_port}`)
    expect((await fetch(`${moved.public_url}/api.php?api=ini&app=1`)).status).toBe(200)
    const reply = await refusal('settings_set', { listeners: { public_host: '192.0.2.1' } })
    expect(reply).toMatchObject({
      code: 422,
      fields: { 'listeners.public_host': 'no address of this machine' },
    })
    expect((await fetch(`${moved.public_url}/api.php?api=ini&app=1`)).status).toBe(200)
    await server.act('settings_set', { listeners: { public_host: '127.0.0.1' } })
  })

  it('serves the console exactly while it is switched on', async () => {
    const look = async () => (await fetch(`${server.running.publicUrl}/console/`)).status
    expect(await look()).toBe(404)
    await server.act('settings_set', { listeners: { console_public: true } })
    expect(await look()).toBe(200)
    await server.act('settings_set', { listeners: { console_public: false } })
    expect(await look()).toBe(404)
  })
})

describe('the source of calls', () => {
  it('follows the setting at once, for open connections too', async () => {
    const app = await server.application()
    const { id } = await server.act('device_create', { app, account_key: '2@A', vip: START + 9e6 })
    const from = async (header: string) => {
      const response = await fetch(`${server.running.publicUrl}/api.php?api=mt5pulse&app=${app}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': header },
        body: new URLSearchParams({ account_key: '2@A', equity: '1' }),
      })
      expect(await response.json()).toMatchObject({ code: 200 })
      const { rows } = await server.act('inspector_list', { app })
      return (rows[0] as { ip: string }).ip
    }
    expect(id).toBeGreaterThan(0)
    expect(await from('192.0.2.7')).toBe('127.0.0.1')
    await server.act('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.0/8'] },
    })
    expect(await from('1.1.1.1, 192.0.2.7')).toBe('192.0.2.7')
    await server.act('settings_set', { client_address: { trusted: ['10.0.0.1'] } })
    expect(await from('192.0.2.7')).toBe('127.0.0.1')
    await server.act('settings_set', { client_address: { source: 'socket', trusted: [] } })
  })

  it('is shown in the settings, with the request read in each way', async () => {
    const reply = await (
      await server.owner()
    ).try('settings_get', {}, { 'x-forwarded-for': '192.0.2.7', 'x-real-ip': '192.0.2.8' })
    expect(reply.msg).toMatchObject({
      request: {
        socket: '127.0.0.1',
        x_forwarded_for: '192.0.2.7',
        x_real_ip: '192.0.2.8',
        counted: '127.0.0.1',
      },
    })
  })
})

describe('pictures', () => {
  const upload = (bytes: Buffer) =>
    server.act('image_upload', { purpose: 'background', data: bytes.toString('base64') })

  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
  ])('%s is served by both listeners as its own type only', async (type, bytes) => {
    const image = await upload(bytes)
    expect(image).toMatchObject({ type, width: 3, height: 2, size: bytes.length })
    for (const url of [server.running.publicUrl, server.running.consoleUrl]) {
      const response = await fetch(`${url}${image.path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    }
    await server.act('image_delete', { id: image.id })
    expect((await fetch(`${server.running.publicUrl}${image.path}`)).status).toBe(404)
  })

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['no picture', Buffer.from('GIF89a<script>alert(1)</script>')],
    ['damaged', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])],
    ['damaged', PNG.subarray(0, 40)],
  ])('%s: refused', async (why, bytes) => {
    const reply = await refusal('image_upload', { purpose: 'logo', data: bytes.toString('base64') })
    expect(reply).toMatchObject({ code: 422, fields: { data: why } })
  })

  it('a picture over 5 MB is refused before it is parsed', async () => {
    const data = Buffer.alloc(5 * 1024 * 1024 + 3, PNG).toString('base64')
    expect(await refusal('image_upload', { purpose: 'logo', data })).toMatchObject({ code: 422 })
  })

  it('an unknown name answers 404, whatever its characters are', async () => {
    for (const id of ['x'.repeat(22), '..%2f..%2fpulsekey.db', '%00', 'a'.repeat(3000)]) {
      expect((await fetch(`${server.running.publicUrl}/images/${id}`)).status).toBe(404)
    }
  })

  it("a deleted picture disappears from the site's settings", async () => {
    const { id } = await upload(PNG)
    expect(await refusal('settings_set', { site: { logo: id } })).toMatchObject({ code: 422 })
    await server.act('settings_set', { site: { background: id } })
    await server.act('image_delete', { id })
    expect((await server.act('settings_get', {})).site.background).toBeNull()
    expect(await refusal('image_delete', { id })).toMatchObject({ code: 404 })
  })
})
